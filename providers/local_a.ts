// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The provider for Ollama, through its own chat protocol, alone, for an app that needs no other
 * provider.
 *
 * @example Print an answer as it comes
 * ```ts
 * import { localA } from "@rivulet/llm/local-a";
 *
 * const config = { baseUrl: "http://localhost:11434", model: "llama3.1:8b" };
 * for await (const token of localA.tokens(config, { prompt: "Why is the sky blue?" })) {
 *   console.log(token);
 * }
 * ```
 *
 * @module
 */

import { httpSource } from "./_http.ts";
import { ollamaChat } from "./_ollama_chat.ts";
import { defineProvider } from "./_provider.ts";
import type { LLMProviderDefinition, LLMStreamProvider } from "./types.ts";

export {
  formatProviderError,
  ProviderError,
  type ProviderErrorCode,
  type ProviderErrorDetails,
} from "./errors.ts";
export type * from "./types.ts";

const definition: LLMProviderDefinition = {
  id: "local-a",
  label: "Local (server A)",
  kind: "local",
  defaultBaseUrl: "http://localhost:11434",
  defaultModel: "llama3.1:8b",
  requiresApiKey: false,
};

/**
 * Ollama, through its own chat protocol; the same object as `getProviderById("local-a")`.
 */
export const localA: LLMStreamProvider = defineProvider(
  definition,
  httpSource(definition, ollamaChat),
);
