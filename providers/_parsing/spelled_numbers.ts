// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMStreamPart } from "../types.ts";
import type { ReadChunk } from "./chunk.ts";

const TEXT_FIELD = /^(?:content|response|text)$/;

/** `JSON.parse` as it is specified today: the platform tells how a number is spelled. */
type Revive = (key: string, value: unknown, context?: { source?: string }) => unknown;

/**
 * What a JSON text says, given its parsed value. A number in the place of a text, which a server
 * makes of tokens such as `1` or `0.50`, keeps its spelling if the platform tells it: as a number,
 * `0.50` would be `0.5`.
 */
export function readSpelled(read: ReadChunk, payload: unknown, text: string): LLMStreamPart {
  const part = read(payload);
  if (!/^-?\d/.test(part.token ?? "")) return part;
  const revive: Revive = (key, value, context) =>
    typeof value === "number" && TEXT_FIELD.test(key) ? context?.source ?? String(value) : value;
  return read(JSON.parse(text, revive as (key: string, value: unknown) => unknown));
}
