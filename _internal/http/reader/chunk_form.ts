// Copyright 2026 the Rivulet authors. MIT license.

import { asNumber, asObject, isObject, type JsonObject } from "../../core/json.ts";

/** What stands beside `done` on Ollama's last line. */
const LAST_LINE = ["model", "done_reason", "eval_count", "error"];

/** Whether a payload has the form of a chat completion. */
export function hasChoices(payload: unknown): boolean {
  return Array.isArray(asObject(payload).choices);
}

/**
 * The choice that is read: of several in one chunk the one of index 0, or else the first. What the
 * others say is none of this answer.
 */
export function firstChoice({ choices }: JsonObject): JsonObject {
  if (!Array.isArray(choices)) return {};
  const first = choices.length > 1 ? choices.find((choice) => indexOf(choice) === 0) : undefined;
  return asObject(first ?? choices[0]);
}

/** The index of the choice that a chunk is of; undefined if it says none. */
export function choiceIndex(payload: unknown): number | undefined {
  return indexOf(firstChoice(asObject(payload)));
}

/** The choice that is read: that of the first chunk. */
export class ReadChoice {
  #index: number | undefined;

  /** Whether a chunk of this index is read, if it says one. */
  takes(index: number | undefined): boolean {
    this.#index ??= index;
    return index === undefined || index === this.#index;
  }
}

/** Whether a chunk holds more choices than the one that is read. */
export function hasOtherChoices(payload: unknown): boolean {
  const { choices } = asObject(payload);
  return Array.isArray(choices) && choices.length > 1;
}

function indexOf(choice: unknown): number | undefined {
  return asNumber(asObject(choice).index);
}

/** Whether a payload has the form of a line of Ollama's. */
export function isOllamaChunk(payload: unknown): boolean {
  const fields = asObject(payload);
  const hasText = fields.response !== undefined && !isObject(fields.response);
  return isObject(fields.message) || hasText ||
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
