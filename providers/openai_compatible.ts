// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The provider for remote services that speak the OpenAI chat completions protocol, alone:
 * {@linkcode openaiCompatible}, for an app that needs no other one. Failures are a
 * {@linkcode ProviderError}; {@linkcode formatProviderError} puts them into a sentence.
 *
 * @example Print an answer as it comes
 * ```ts
 * import { openaiCompatible } from "@rivulet/llm/openai-compatible";
 *
 * const config = {
 *   baseUrl: "https://api.openai.com",
 *   model: "gpt-4o-mini",
 *   apiKey: "sk-your-key",
 * };
 * const request = { prompt: "Why is the sky blue?" };
 * for await (const token of openaiCompatible.tokens(config, request)) {
 *   console.log(token);
 * }
 * ```
 *
 * @module
 */

import { openAI } from "../_internal/http/protocols.ts";
import { httpProvider } from "./_http_provider.ts";
import type { LLMProvider, LLMProviderDefinition } from "../_internal/core/types.ts";

export * from "../_internal/core/provider_error.ts";
export * from "./format_provider_error.ts";
export type * from "../_internal/core/types.ts";

const definition: LLMProviderDefinition = {
  id: "standard-compatible",
  label: "Remote (compatible API)",
  kind: "remote",
  defaultBaseUrl: "https://api.openai.com",
  defaultModel: "gpt-4o-mini",
  requiresApiKey: true,
};

/**
 * A remote service that speaks the OpenAI chat completions protocol; the same object as
 * `getProviderById("standard-compatible")`. In Deno it needs `--allow-net=api.openai.com`, or the
 * host of another service.
 */
export const openaiCompatible: LLMProvider = /* @__PURE__ */ httpProvider(definition, openAI);
