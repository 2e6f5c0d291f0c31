// Copyright 2026 the Rivulet authors. MIT license.

import { untilAborted } from "../_internal/core/call_signal.ts";
import type { LLMProvider } from "../_internal/core/types.ts";
import { webllmDefinition } from "../_internal/webllm/definition.ts";
import type { WebLLMHalf } from "../_internal/webllm/half.ts";
import { importError } from "../_internal/webllm/import_error.ts";
import { defineProvider } from "./define_provider.ts";

/** A model inside the browser, on the main thread. */
export const webllm: LLMProvider = /* @__PURE__ */ defineProvider(
  webllmDefinition,
  async function* (config, request, signal) {
    const { source } = await untilAborted(loadHalf(), signal);
    yield* source(config, request, signal);
  },
  {
    splitThinking: true,
    models: async (config, options) => await (await loadHalf()).models(config, options),
  },
);

let half: WebLLMHalf | undefined;

/**
 * Loaded at the first call: half of the library is for this provider, and most apps use others.
 */
async function loadHalf(): Promise<WebLLMHalf> {
  try {
    const { webllmHalf } = await import("../_internal/webllm/half.ts");
    return half ??= webllmHalf({});
  } catch (cause) {
    throw importError(cause, "the provider");
  }
}
