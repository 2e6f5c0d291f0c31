// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderDefinition } from "../core/types.ts";

/** What the provider is, wherever its engine runs. */
export const webllmDefinition: LLMProviderDefinition = {
  id: "webllm",
  label: "In this browser (WebLLM)",
  kind: "local",
  defaultBaseUrl: "",
  defaultModel: "Llama-3.2-1B-Instruct-q4f16_1-MLC",
  requiresApiKey: false,
};
