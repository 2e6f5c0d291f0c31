// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMTokenRequest, ProviderMessage } from "./types.ts";

/** How many context snippets a request carries at most. */
export const TOP_K_LIMIT = 8;

const SYSTEM_PROMPT =
  "You are a recommendation assistant for the user's starred code repositories. " +
  "Use only the context that comes with the question, and say so when it does not hold an answer. Be concise.";

/**
 * Builds the two messages that every provider sends: the instruction, then the question with its
 * context. For a preview of what a request will send, or for a provider of your own.
 *
 * @param request The question, its snippets and the instruction, if it replaces the built-in one.
 * @returns A message of the role `system` and one of the role `user`.
 *
 * @example Show what will be sent
 * ```ts
 * import { buildMessages } from "@rivulet/llm";
 *
 * const messages = buildMessages({ prompt: "Which one?", contextSnippets: ["owner/name"] });
 * console.log(messages[1]?.content); // Which one?, a blank line, Context 1: and the snippet
 * ```
 */
export function buildMessages(
  request: Pick<LLMTokenRequest, "prompt" | "contextSnippets" | "systemPrompt">,
): ProviderMessage[] {
  return [
    { role: "system", content: request.systemPrompt ?? SYSTEM_PROMPT },
    {
      role: "user",
      content: `${request.prompt}\n\n${buildContext(request.contextSnippets ?? [])}`,
    },
  ];
}

function buildContext(snippets: readonly string[]): string {
  return snippets
    .slice(0, TOP_K_LIMIT)
    .map((snippet, index) => `Context ${index + 1}:\n${snippet}`)
    .join("\n\n");
}
