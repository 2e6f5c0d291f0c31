// Copyright 2026 the Rivulet authors. MIT license.

import type {
  LLMProviderDefinition,
  LLMProviderOptions,
  LLMStreamProvider,
  TokenSource,
} from "../_internal/core/types.ts";
import { makeProvider } from "./_make_provider.ts";

/**
 * Makes a provider of your own that behaves like the library's. An abort rejects at once, and a
 * callback that throws ends the answer. Nothing is asked before the first read, and leaving the loop
 * closes the source.
 *
 * @param definition What the provider is; its id may be any text.
 * @param source Where its answers come from.
 * @param options What holds for a request unless it says otherwise, and how its models are listed.
 * @returns The provider. Its definition is frozen.
 *
 * @example A provider that repeats the question
 * ```ts
 * import { buildMessages, defineProvider } from "@rivulet/llm";
 *
 * const echo = defineProvider(
 *   {
 *     id: "echo",
 *     label: "Echo",
 *     kind: "local",
 *     defaultBaseUrl: "",
 *     defaultModel: "echo",
 *     requiresApiKey: false,
 *   },
 *   async function* (_config, request) {
 *     const [, question] = buildMessages(request);
 *     yield* question!.content.split(" ");
 *   },
 * );
 *
 * const config = { baseUrl: "", model: "echo" };
 * for await (const token of echo.tokens(config, { prompt: "Hello world" })) console.log(token);
 * ```
 */
export function defineProvider<Id extends string>(
  definition: LLMProviderDefinition<Id>,
  source: TokenSource,
  options?: LLMProviderOptions | null,
): LLMStreamProvider<Id> {
  return makeProvider(definition, { source, isForeign: true }, options ?? {});
}
