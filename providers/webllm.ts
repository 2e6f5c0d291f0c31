// Copyright 2026 the Rivulet authors. MIT license.

import { untilStopped } from "./_abort.ts";
import { defineProvider, type TokenSource } from "./_provider.ts";
import { ProviderError } from "./errors.ts";
import type { LLMStreamProvider } from "./types.ts";
import { webllmDefinition } from "./webllm/_definition.ts";

/** A model inside the browser, on the main thread. */
export const webllm: LLMStreamProvider = defineProvider(
  webllmDefinition,
  async function* (config, request, stop) {
    const source = await untilStopped(loadSource(), stop);
    yield* source(config, request, stop);
  },
);

let defaultSource: TokenSource | undefined;

/**
 * Loaded at the first question: half of the library is for this provider, and most apps use others.
 */
async function loadSource(): Promise<TokenSource> {
  try {
    const { webllmSource } = await import("./webllm/_source.ts");
    return defaultSource ??= webllmSource();
  } catch (cause) {
    const message = "Check the connection and reload the page, the provider could not be loaded";
    throw new ProviderError("engine", message, { cause });
  }
}
