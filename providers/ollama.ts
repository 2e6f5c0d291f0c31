// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The provider for Ollama alone, {@linkcode ollama}, for an app that needs no other one. Failures
 * are a {@linkcode ProviderError}; {@linkcode formatProviderError} puts them into a sentence.
 *
 * @example Print an answer as it comes
 * ```ts
 * import { ollama } from "@rivulet/llm/ollama";
 *
 * const config = { baseUrl: "http://localhost:11434", model: "llama3.1:8b" };
 * const request = { prompt: "Why is the sky blue?" };
 * for await (const token of ollama.tokens(config, request)) {
 *   console.log(token);
 * }
 * ```
 *
 * @module
 */

import { ollamaNative } from "../_internal/http/protocols.ts";
import { httpProvider } from "./_http_provider.ts";
import type { LLMProvider, LLMProviderDefinition } from "../_internal/core/types.ts";

export * from "../_internal/core/provider_error.ts";
export * from "./format_provider_error.ts";
export type * from "../_internal/core/types.ts";

const definition: LLMProviderDefinition = {
  id: "local-a",
  label: "Local (server A)",
  kind: "local",
  defaultBaseUrl: "http://localhost:11434",
  defaultModel: "llama3.1:8b",
  requiresApiKey: false,
};

/**
 * Ollama, through its own chat protocol; the same object as `getProviderById("local-a")`. In Deno it
 * needs `--allow-net=localhost:11434`.
 */
export const ollama: LLMProvider = /* @__PURE__ */ httpProvider(definition, ollamaNative);
