// Copyright 2026 the Rivulet authors. MIT license.

/** The characters that a walk through a JSON text looks for. */
export const QUOTE = 0x22;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;

/**
 * Where the string in a JSON text that begins at `start` ends: at its closing quotation mark, or
 * behind the text if there is none. It leaps from mark to mark: a picture is a string of megabytes.
 */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Whether an odd number of backslashes stands before a mark. */
function isEscaped(text: string, place: number): boolean {
  let first = place;
  while (text[first - 1] === "\\") first--;
  return (place - first) % 2 === 1;
}
