// Copyright 2026 the Rivulet authors. MIT license.

import { shownText } from "../stars/shown_text.ts";

export { plainJson } from "../stars/plain_json.ts";

const PICTURES = 0x2400;
const DELETE = 0x7f;

/** What a terminal obeys. */
const CONTROLS = /(?![\n\t])\p{Cc}/gu;

/**
 * Text of a stranger as a terminal may get it. Control characters become their pictures, so that no
 * escape sequence works and none is hidden; what turns the direction of writing, or is invisible,
 * is left out.
 */
export function plainText(text: string): string {
  return shownText(text.replace(CONTROLS, pictureOf));
}

/** The same on one line. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, " ").trim();
}

function pictureOf(control: string): string {
  const code = control.charCodeAt(0);
  if (control === "\r") return "";
  if (code < 0x20) return String.fromCharCode(PICTURES + code);
  return code === DELETE ? "␡" : "\ufffd";
}
