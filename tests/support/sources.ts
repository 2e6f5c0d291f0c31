// Copyright 2026 the Rivulet authors. MIT license.

// Providers made of a source, for tests of what stands around them.

import {
  defineProvider,
  type LLMProviderConfig,
  type LLMStreamPart,
  type LLMStreamProvider,
  type TokenSource,
} from "@rivulet/llm";

/** A configuration for a provider without a server. */
export const NOWHERE: LLMProviderConfig = { baseUrl: "", model: "m" };

/** A provider whose answers come from this source. */
export function providerOf<Id extends string = "mine">(
  source: TokenSource,
  id: Id = "mine" as Id,
): LLMStreamProvider<Id> {
  return defineProvider({
    id,
    label: "Mine",
    kind: "local",
    defaultBaseUrl: "",
    defaultModel: "m",
    requiresApiKey: false,
  }, source);
}

/** A source that says this and then throws, if there is an error. */
export async function* says(
  said: readonly (string | readonly LLMStreamPart[])[],
  error?: unknown,
): AsyncGenerator<string | readonly LLMStreamPart[]> {
  yield* said;
  if (error !== undefined) throw error;
}

/** A provider whose first answer is the first of these, and so on; how often it was asked. */
export function providerInTurn(
  ...answers: [said: readonly (string | readonly LLMStreamPart[])[], error?: unknown][]
): { provider: LLMStreamProvider<"mine">; asked: () => number } {
  let count = 0;
  const provider = providerOf(() => {
    const [said, error] = answers[Math.min(count++, answers.length - 1)]!;
    return says(said, error);
  });
  return { provider, asked: () => count };
}

/** A provider that fails after an abort which it does not heed. */
export function heedless(caller: AbortController, error: unknown): LLMStreamProvider<"mine"> {
  return {
    ...providerInTurn([[]]).provider,
    async *tokens() {
      yield* [];
      caller.abort();
      throw error;
    },
  };
}
