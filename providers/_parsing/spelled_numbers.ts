// Copyright 2026 the Rivulet authors. MIT license.

import { parseJson } from "../../_shared/json.ts";
import type { LLMStreamPart } from "../types.ts";
import type { ReadChunk } from "./chunk.ts";

/**
 * A number in the place of a text. No text in JSON holds a bare quotation mark, so that this is a
 * field of the JSON and no part of a text in it.
 */
const NUMBER_FOR_TEXT =
  /("(?:content|response|text|reasoning_content|reasoning|thinking)"\s*:\s*)(-?\d[\d.eE+-]*)/g;

/** A number that is too large for JavaScript becomes a word. */
const NUMBER = /\d|Infinity/;

/**
 * What a JSON text says, given its parsed value. A number in the place of a text, which a server
 * makes of tokens such as `1` or `0.50`, keeps its spelling: as a number, `0.50` would be `0.5`.
 */
export function readSpelled(read: ReadChunk, payload: unknown, text: string): LLMStreamPart {
  const part = read(payload);
  if (!holdsNumber(part.token) && !holdsNumber(part.reasoning)) return part;
  const spelled = text.replace(NUMBER_FOR_TEXT, '$1"$2"');
  return spelled === text ? part : read(parseJson(spelled));
}

function holdsNumber(text: string | undefined): boolean {
  return text !== undefined && NUMBER.test(text);
}
