// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The text with U+FFFD for each half of a UTF-16 pair: a text that was cut in the middle of an emoji
 * is refused by servers written in Rust, Python or Go. Safari before 16.4 cannot do it.
 */
export function wellFormed(text: string): string {
  return text.toWellFormed?.() ?? text;
}
