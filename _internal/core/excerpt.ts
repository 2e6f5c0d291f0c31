// Copyright 2026 the Rivulet authors. MIT license.

/** How much of a text stands for it in an error, in UTF-16 code units. */
const MAX_LENGTH = 200;

/** The beginning of a text that is too long to be shown. */
export function excerpt(text: string): string {
  const trimmed = text.trim();
  if (trimmed.length <= MAX_LENGTH) return trimmed;
  // Not in the middle of a character of two code units.
  return `${trimmed.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, "")}…`;
}
