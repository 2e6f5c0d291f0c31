// Copyright 2026 the Rivulet authors. MIT license.

import { defineProvider } from "./_provider.ts";
import { ProviderError } from "./errors.ts";
import type { LLMStreamProvider } from "./types.ts";

/** A model inside the browser. Listed, and not available in this version. */
export const webllm: LLMStreamProvider = defineProvider({
  id: "webllm",
  label: "In this browser (WebLLM)",
  kind: "local",
  defaultBaseUrl: "",
  defaultModel: "Llama-3.2-1B-Instruct-q4f16_1-MLC",
  requiresApiKey: false,
}, () => {
  throw new ProviderError(
    "unsupported",
    "Choose another provider, this version cannot run a model in the browser",
  );
});
