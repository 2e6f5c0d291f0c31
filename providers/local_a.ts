// Copyright 2026 the Rivulet authors. MIT license.

import { httpSource } from "./_http.ts";
import { ollamaChat } from "./_ollama_chat.ts";
import { defineProvider } from "./_provider.ts";
import type { LLMProviderDefinition, LLMStreamProvider } from "./types.ts";

const definition: LLMProviderDefinition = {
  id: "local-a",
  label: "Local (server A)",
  kind: "local",
  defaultBaseUrl: "http://localhost:11434",
  defaultModel: "llama3.1:8b",
  requiresApiKey: false,
};

/** Ollama, through its own chat protocol. */
export const localA: LLMStreamProvider = defineProvider(
  definition,
  httpSource(definition, ollamaChat),
);
