// Copyright 2026 the Rivulet authors. MIT license.

import { chatCompletions } from "./_chat_completions.ts";
import { httpSource } from "./_http.ts";
import { defineProvider } from "./_provider.ts";
import type { LLMProviderDefinition, LLMStreamProvider } from "./types.ts";

const definition: LLMProviderDefinition = {
  id: "standard-compatible",
  label: "Remote (compatible API)",
  kind: "remote",
  defaultBaseUrl: "https://api.openai.com",
  defaultModel: "gpt-4o-mini",
  requiresApiKey: true,
};

/** Any service that speaks OpenAI's chat completions protocol. */
export const standardCompatible: LLMStreamProvider = defineProvider(
  definition,
  httpSource(definition, chatCompletions),
);
