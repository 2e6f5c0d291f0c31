// Copyright 2026 the Rivulet authors. MIT license.

import { lmStudio } from "./lm_studio.ts";
import { ollama } from "./ollama.ts";
import { openaiCompatible } from "./openai_compatible.ts";
import type { LLMProvider, LLMProviderDefinition, LLMProviderId } from "../_internal/core/types.ts";
import { webllm } from "./webllm.ts";

const providers: readonly LLMProvider[] = [openaiCompatible, ollama, lmStudio, webllm];

/**
 * Lists what each provider is, in the order in which to offer them.
 *
 * @returns A fresh array of `standard-compatible`, `local-a`, `local-b` and `webllm`.
 *
 * @example Offer the providers that keep texts on this machine
 * ```ts
 * import { getProviderDefinitions } from "@rivulet/llm";
 *
 * const ids = getProviderDefinitions().filter(({ kind }) => kind === "local").map(({ id }) => id);
 * console.log(ids); // ["local-a", "local-b", "webllm"]
 * ```
 */
export function getProviderDefinitions(): LLMProviderDefinition[] {
  return providers.map(({ definition }) => definition);
}

/**
 * Finds a provider.
 *
 * @param id One of the ids that {@linkcode getProviderDefinitions} lists.
 * @returns The provider; the same object for each call.
 * @throws {RangeError} If there is no such provider; the message names those that there are.
 */
export function getProviderById(id: LLMProviderId): LLMProvider {
  const provider = providers.find(({ definition }) => definition.id === id);
  if (provider !== undefined) return provider;
  const known = providers.map(({ definition }) => `"${definition.id}"`).join(", ");
  throw new RangeError(`Pass one of ${known}, got ${JSON.stringify(id)}`);
}

/**
 * Tells whether a value is the id of a provider: one that was stored or typed, say.
 *
 * @param value Anything.
 * @returns Whether {@linkcode getProviderById} knows it.
 */
export function isProviderId(value: unknown): value is LLMProviderId {
  return providers.some(({ definition }) => definition.id === value);
}
