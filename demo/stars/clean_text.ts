// Copyright 2026 the Rivulet authors. MIT license.

/**
 * One line without control characters and without `:emoji:` codes: descriptions are text of
 * strangers.
 */
export function cleanText(text: string): string {
  return text
    .replace(/:[a-z0-9_+-]+:/g, "")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
}

/** At most this many characters; what was cut ends in an ellipsis. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`;
}
