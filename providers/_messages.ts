// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMTokenRequest, ProviderMessage } from "./types.ts";

/** How many context snippets a request carries at most. */
export const TOP_K_LIMIT = 8;

const SYSTEM_PROMPT =
  "You are a recommendation assistant for the user's starred code repositories. " +
  "Use only the context that comes with the question, and say so when it does not hold an answer. Be concise.";

/** The two messages of every chat request: the instruction, then the question with its context. */
export function buildMessages(request: LLMTokenRequest): ProviderMessage[] {
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
