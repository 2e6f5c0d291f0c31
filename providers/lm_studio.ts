// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The provider for LM Studio, and for other local servers that speak the OpenAI protocol, alone:
 * {@linkcode lmStudio}, for an app that needs no other one. Failures are a
 * {@linkcode ProviderError}; {@linkcode formatProviderError} puts them into a sentence.
 *
 * @example Print an answer as it comes
 * ```ts
 * import { lmStudio } from "@rivulet/llm/lm-studio";
 *
 * const config = { baseUrl: "http://localhost:1234", model: "local-model" };
 * const request = { prompt: "Why is the sky blue?" };
 * for await (const token of lmStudio.tokens(config, request)) {
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
  id: "local-b",
  label: "Local (server B)",
  kind: "local",
  defaultBaseUrl: "http://localhost:1234",
  defaultModel: "local-model",
  requiresApiKey: false,
};

/**
 * LM Studio, or another local server that speaks the OpenAI chat completions protocol; the same
 * object as `getProviderById("local-b")`. In Deno it needs `--allow-net=localhost:1234`.
 */
export const lmStudio: LLMProvider = /* @__PURE__ */ httpProvider(definition, openAI);
