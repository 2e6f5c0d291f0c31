// Copyright 2026 the Rivulet authors. MIT license.

// With the flag, the two halves of a whole character match as that character, which is no half.
const HALF = /[\ud800-\udfff]/u;
const HALVES = /[\ud800-\udfff]/gu;

/**
 * The text with U+FFFD for each half of a UTF-16 pair: a text that was cut in the middle of an emoji
 * is refused by servers written in Rust, Python or Go. What `toWellFormed()` does, for all browsers.
 */
export function wellFormed(text: string): string {
  return HALF.test(text) ? text.replace(HALVES, "\ufffd") : text;
}
