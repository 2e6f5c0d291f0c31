// Copyright 2026 the Rivulet authors. MIT license.

import { asObject, isObject, type JsonObject } from "../../core/json.ts";

/** What stands beside `done` on Ollama's last line. */
const LAST_LINE = ["model", "done_reason", "eval_count", "error"];

/** Whether a payload has the form of a chat completion. */
export function hasChoices(payload: unknown): boolean {
  return Array.isArray(asObject(payload).choices);
}

/** Whether a payload has the form of a line of Ollama's. */
export function isOllamaChunk(payload: unknown): boolean {
  const fields = asObject(payload);
  return isObject(fields.message) || fields.response !== undefined ||
    (fields.done !== undefined && isLastLine(fields));
}

/** Agents say of a step as well that it is done, beside words of their own. */
function isLastLine({ done: _, ...others }: JsonObject): boolean {
  const names = Object.keys(others);
  return names.length === 0 || LAST_LINE.some((name) => names.includes(name));
}

/** Whether a payload has the form of a piece of an answer, in either protocol. */
export function isChunk(payload: unknown): boolean {
  return hasChoices(payload) || isOllamaChunk(payload);
}
