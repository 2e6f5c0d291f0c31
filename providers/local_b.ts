// Copyright 2026 the Rivulet authors. MIT license.

import { chatCompletions } from "./_chat_completions.ts";
import { httpSource } from "./_http.ts";
import { defineProvider } from "./_provider.ts";
import type { LLMProviderDefinition, LLMStreamProvider } from "./types.ts";

const definition: LLMProviderDefinition = {
  id: "local-b",
  label: "Local (server B)",
  kind: "local",
  defaultBaseUrl: "http://localhost:1234",
  defaultModel: "local-model",
  requiresApiKey: false,
};

/** LM Studio, or any local server that speaks the chat completions protocol and asks for no key. */
export const localB: LLMStreamProvider = defineProvider(
  definition,
  httpSource(definition, chatCompletions),
);
