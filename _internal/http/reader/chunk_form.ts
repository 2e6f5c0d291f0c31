// Copyright 2026 the Rivulet authors. MIT license.

import { asObject, isObject } from "../../core/json.ts";

/** Whether a payload has the form of a chat completion. */
export function hasChoices(payload: unknown): boolean {
  return Array.isArray(asObject(payload).choices);
}

/** Whether a payload has the form of a line of Ollama's. */
export function isOllamaChunk(payload: unknown): boolean {
  const { message, response, done } = asObject(payload);
  return isObject(message) || response !== undefined || done !== undefined;
}

/** Whether a payload has the form of a piece of an answer, in either protocol. */
export function isChunk(payload: unknown): boolean {
  return hasChoices(payload) || isOllamaChunk(payload);
}
