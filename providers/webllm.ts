// Copyright 2026 the Rivulet authors. MIT license.

import { untilAborted } from "../_internal/core/call_signal.ts";
import { defineProvider } from "./define_provider.ts";
import type { LLMStreamProvider, TokenSource } from "../_internal/core/types.ts";
import { webllmDefinition } from "../_internal/webllm/definition.ts";
import { importError } from "../_internal/webllm/import_error.ts";

/** A model inside the browser, on the main thread. */
export const webllm: LLMStreamProvider = /* @__PURE__ */ defineProvider(
  webllmDefinition,
  async function* (config, request, signal) {
    const source = await untilAborted(loadSource(), signal);
    yield* source(config, request, signal);
  },
  { splitThinking: true },
);

let defaultSource: TokenSource | undefined;

/**
 * Loaded at the first question: half of the library is for this provider, and most apps use others.
 */
async function loadSource(): Promise<TokenSource> {
  try {
    const { webllmSource } = await import("../_internal/webllm/source.ts");
    return defaultSource ??= webllmSource();
  } catch (cause) {
    throw importError(cause, "the provider");
  }
}
