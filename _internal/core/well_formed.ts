// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The text with U+FFFD in the place of each half of a character, which UTF-8 cannot carry and
 * servers refuse: `toWellFormed()` for browsers before it.
 */
export function wellFormed(text: string): string {
  // With the flag, the two halves of a whole character match as that character, which is no half.
  return text.replace(/[\ud800-\udfff]/gu, "\ufffd");
}
