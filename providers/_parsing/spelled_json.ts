// Copyright 2026 the Rivulet authors. MIT license.

import { parseJson } from "../../_shared/json.ts";

/** A number in the place of a text, which a server makes of tokens such as `1` or `0.50`. */
const NUMBER_FOR_TEXT = /"(?:content|response|text)"\s*:\s*[-\d]/;

const TEXT_FIELDS = /^(?:content|response|text)$/;

/** `JSON.parse` as it is specified today: the platform tells how a number is spelled. */
type Revive = (key: string, value: unknown, context?: { source?: string }) => unknown;

/**
 * The value of a JSON text, or undefined if the text is malformed. A number in the place of a text
 * keeps its spelling where the platform tells it: as a number, `0.50` would be `0.5`.
 */
export function parseSpelledJson(text: string): unknown {
  if (!NUMBER_FOR_TEXT.test(text)) return parseJson(text);
  const revive: Revive = (key, value, context) =>
    typeof value === "number" && TEXT_FIELDS.test(key) ? context?.source ?? String(value) : value;
  try {
    return JSON.parse(text, revive as (key: string, value: unknown) => unknown);
  } catch {
    return undefined;
  }
}
