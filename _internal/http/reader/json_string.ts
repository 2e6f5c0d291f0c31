// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Where the string in a JSON text that begins at `start` ends: at its closing quotation mark, or
 * behind the text if there is none.
 */
export function endOfString(text: string, start: number): number {
  let index = start + 1;
  while (index < text.length && text[index] !== '"') index += text[index] === "\\" ? 2 : 1;
  return index;
}
