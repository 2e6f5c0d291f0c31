// Copyright 2026 the Rivulet authors. MIT license.

import { shownLine } from "./shown_text.ts";

/** Codes such as `:rocket:` and `:+1:`, also one behind the other; not the middle of `12:30:45`. */
const EMOJI_CODES = /(?<![\p{L}\p{N}:])(?::(?:[+-]1|\d{0,4}[a-z][a-z0-9_+-]{0,60}|100):)+(?!:)/gu;

/** One line in which all can be seen, and without `:emoji:` codes: text of strangers. */
export function cleanText(text: string): string {
  return shownLine(shownLine(text).replace(EMOJI_CODES, " "));
}

/** At most this many characters; what was cut ends in an ellipsis. */
export function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, "").trimEnd()}…`;
}
