// Copyright 2026 the Rivulet authors. MIT license.

import { MAX_LEVELS } from "../../core/depth.ts";
import { asNumber, asObject, asText, type JsonObject } from "../../core/json.ts";
import type { LLMFinish } from "../../core/types.ts";

// What the messages of all chat servers have in common: texts, reasoning and token counts.

/**
 * The text of a message's `content`: a text, a number or truth value that a server made of one, or
 * the text parts of a list, which may be lists again. Undefined if there is none; `""` is a text.
 */
export function contentText(content: unknown, level = 0): string | undefined {
  if (Array.isArray(content)) return content.map((part) => partText(part, level)).join("");
  return isScalar(content) ? String(content) : undefined;
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function partText(part: unknown, level: number): string {
  const { type = "text", text } = asObject(part);
  return type === "text" && level < MAX_LEVELS ? contentText(text, level + 1) ?? "" : "";
}

/**
 * The reasoning in a message, by the name that DeepSeek, OpenRouter or Ollama gives it, or as a part
 * of Mistral's content. Some servers send the same text under two names.
 */
export function reasoningText(message: JsonObject): string | undefined {
  const { reasoning_content: first, reasoning, thinking, content } = message;
  return scalarText(first) || scalarText(reasoning) || scalarText(thinking) ||
    thinkingParts(content);
}

/** Reasoning in another form than a text may be anything, such as a list of its settings. */
function scalarText(value: unknown): string | undefined {
  return isScalar(value) && typeof value !== "boolean" ? String(value) : undefined;
}

function thinkingParts(content: unknown): string | undefined {
  if (!Array.isArray(content)) return undefined;
  const texts = content.map(asObject)
    .filter(({ type }) => type === "thinking")
    .map(({ thinking }) => contentText(thinking) ?? "");
  return asText(texts.join(""));
}

/** Token counts, if the server reports at least one. */
export function tokenUsage(prompt: unknown, completion: unknown): LLMFinish["usage"] {
  const promptTokens = asNumber(prompt);
  const completionTokens = asNumber(completion);
  if (promptTokens === undefined && completionTokens === undefined) return undefined;
  return {
    ...(promptTokens !== undefined && { promptTokens }),
    ...(completionTokens !== undefined && { completionTokens }),
  };
}
