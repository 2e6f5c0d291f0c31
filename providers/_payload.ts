// Copyright 2026 the Rivulet authors. MIT license.

// What the JSON of every chat server has in common: its texts and the ways it says that something
// failed.

import type { StreamPart } from "./_stream_parser.ts";

/**
 * The text of a message's `content`: a string, or the text parts of a list. Undefined where there
 * is none; `""` is a text.
 */
export function contentText(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return undefined;
  return content.map(partText).join("");
}

function partText(part: unknown): string {
  const { type = "text", text } = asObject(part);
  return type === "text" && typeof text === "string" ? text : "";
}

/**
 * The reasoning in a message: DeepSeek's, OpenRouter's or Ollama's name for it. Some servers send
 * the same text twice.
 */
export function reasoningText(message: JsonObject): string | undefined {
  return asText(message.reasoning_content) ?? asText(message.reasoning) ?? asText(message.thinking);
}

/** Token counts, where the server reports at least one. */
export function tokenUsage(prompt: unknown, completion: unknown): StreamPart["usage"] {
  const promptTokens = asNumber(prompt);
  const completionTokens = asNumber(completion);
  if (promptTokens === undefined && completionTokens === undefined) return undefined;
  return {
    ...(promptTokens !== undefined && { promptTokens }),
    ...(completionTokens !== undefined && { completionTokens }),
  };
}

/**
 * Why a payload inside a 2xx answer says that the answer failed; undefined where it does not say
 * so.
 */
export function failureOf(payload: unknown): string | undefined {
  const { error } = asObject(firstOf(payload));
  return error ? reasonOf(payload) ?? JSON.stringify(error) : undefined;
}

/** The server's own words in the payload of a failed answer. */
export function reasonOf(payload: unknown): string | undefined {
  const { error, message, detail } = asObject(firstOf(payload));
  return asText(error) ?? asText(asObject(error).message) ?? asText(message) ??
    detailText(detail) ??
    (isObject(error) ? JSON.stringify(error) : undefined);
}

/** FastAPI's `detail`: a text, or a list of faults with a `msg` each. */
function detailText(detail: unknown): string | undefined {
  if (!Array.isArray(detail)) return asText(detail);
  return asText(detail.map((fault) => asText(asObject(fault).msg)).filter(Boolean).join("; "));
}

/** Some services wrap a failure into a list of one. */
function firstOf(payload: unknown): unknown {
  return Array.isArray(payload) ? payload[0] : payload;
}

// JSON from a server enters as `unknown`; these functions narrow it.

/** A JSON object whose fields are not known yet. */
export type JsonObject = Record<string, unknown>;

/** The value of a JSON text, or undefined where the text is malformed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The value where it is an object, otherwise an empty one, so that any field of it reads as
 * undefined.
 */
export function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

/** Whether a value is an object and neither null nor an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value where it is a text with at least one character. */
export function asText(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The value where it is a number. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
