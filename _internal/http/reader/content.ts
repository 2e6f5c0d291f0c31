// Copyright 2026 the Rivulet authors. MIT license.

import { MAX_LEVELS } from "../../core/depth.ts";
import { asObject, asText, isObject, type JsonObject } from "../../core/json.ts";

// Where servers put the texts of a message. A new place is a line in a table.

/** The types of parts that are text, in small letters: chat completions, and the Responses API. */
const TEXT_TYPES = ["text", "output_text"];

/** The fields of a message that hold reasoning, best first: DeepSeek, OpenRouter, Ollama, LiteLLM. */
const REASONING_FIELDS = [
  "reasoning_content",
  "reasoning",
  "thinking",
  "reasoning_details",
  "thinking_blocks",
];

/** Where the text of a piece of reasoning stands: OpenRouter, Anthropic's blocks, Mistral's parts. */
const REASONING_TEXTS = ["text", "thinking", "content", "summary"];

/**
 * The text of a message's `content`: a text, a number or truth value that a server made of one, a
 * part, or the text parts of a list, which may be lists again. Undefined if there is none; `""` is a
 * text.
 */
export function contentText(content: unknown, level = 0): string | undefined {
  if (isScalar(content)) return String(content);
  if (Array.isArray(content)) return content.map((part) => partText(part, level) ?? "").join("");
  return isObject(content) ? partText(content, level) : undefined;
}

function partText(part: unknown, level: number): string | undefined {
  const { type = "text", text } = asObject(part);
  const isText = TEXT_TYPES.includes(String(type).toLowerCase()) && level < MAX_LEVELS;
  return isText ? contentText(text, level + 1) : undefined;
}

/** The words with which a model refuses: a field of the message, or parts of its content. */
export function refusalText({ refusal, content }: JsonObject): string | undefined {
  if (!Array.isArray(content)) return asText(refusal);
  const parts = content.map((part) => asText(asObject(part).refusal) ?? "");
  return asText(refusal) ?? asText(parts.join(""));
}

/** The reasoning in a message. Some servers send the same text in two places: the first counts. */
export function reasoningText(message: JsonObject): string | undefined {
  const text = reasoningInFields(message);
  if (text !== undefined) return text;
  const { content } = message;
  if (!Array.isArray(content)) return undefined;
  return asText(content.filter(isThinking).map(pieceOfReasoning).join(""));
}

/** The reasoning in a field of its own, and not in a part of the content. */
export function reasoningInFields(message: JsonObject): string | undefined {
  for (const field of REASONING_FIELDS) {
    const value = message[field];
    const text = value === undefined ? undefined : pieceOfReasoning(value);
    if (text) return text;
  }
}

function isThinking(part: unknown): boolean {
  return asObject(part).type === "thinking";
}

/** A truth value in the place of reasoning is a setting, and so is a list of words. */
function pieceOfReasoning(value: unknown): string | undefined {
  if (isScalar(value)) return typeof value === "boolean" ? undefined : String(value);
  if (Array.isArray(value)) {
    return value.filter(isObject).map((piece) => pieceOfReasoning(piece) ?? "").join("");
  }
  const fields = asObject(value);
  const place = REASONING_TEXTS.find((name) => fields[name] !== undefined);
  return place === undefined ? undefined : contentText(fields[place]);
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}
