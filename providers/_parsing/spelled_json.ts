// Copyright 2026 the Rivulet authors. MIT license.

import { parseJson } from "../../_shared/json.ts";

/**
 * A number in the place of a text, which a server makes of tokens such as `1` or `0.50`. In JSON that
 * is well-formed no text holds a bare quotation mark, so that this is a field and no part of a text.
 */
const NUMBER_FOR_TEXT =
  /(?<!\\)("(?:content|response|text|reasoning_content|reasoning|thinking)"\s*:\s*)(-?\d[\d.eE+-]*)/g;

/**
 * The value of a JSON text, or undefined if the text is malformed. A number in the place of a text
 * becomes one, spelled as the server did: as a number, `0.50` would be `0.5`.
 */
export function parseSpelledJson(text: string): unknown {
  const value = parseJson(text);
  if (value === undefined || text.search(NUMBER_FOR_TEXT) === -1) return value;
  return parseJson(text.replace(NUMBER_FOR_TEXT, '$1"$2"'));
}
