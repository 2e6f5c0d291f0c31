// Copyright 2026 the Rivulet authors. MIT license.

/** Where a slice of a text ends that should end here: not between the halves of a character. */
export function endOfSlice(text: string, end: number): number {
  if (end >= text.length) return text.length;
  return /[\ud800-\udbff]/.test(text[end - 1]!) ? end + 1 : end;
}
