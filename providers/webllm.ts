// Copyright 2026 the Rivulet authors. MIT license.

import { untilAborted } from "../_internal/core/call_signal.ts";
import type { LLMProvider } from "../_internal/core/types.ts";
import { webllmDefinition } from "../_internal/webllm/definition.ts";
import type { WebLLMChat } from "../_internal/webllm/chat/webllm_chat.ts";
import { importError } from "../_internal/webllm/failures/place_errors.ts";
import { withModels } from "./_with_models.ts";
import { defineProvider } from "./define_provider.ts";

/** A model inside the browser, on the main thread. */
export const webllm: LLMProvider = /* @__PURE__ */ withModels(
  /* @__PURE__ */ defineProvider(
    webllmDefinition,
    async function* (config, request, signal) {
      const { source } = await untilAborted(loadChat(), signal);
      yield* source(config, request, signal);
    },
    { splitThinking: true },
  ),
  async (config, options) => await (await loadChat()).models(config, options),
);

let chat: WebLLMChat | undefined;

/**
 * Loaded at the first call: half of the library is for this provider, and most apps use others.
 */
async function loadChat(): Promise<WebLLMChat> {
  try {
    const { webllmChat } = await import("../_internal/webllm/chat/webllm_chat.ts");
    return chat ??= webllmChat({});
  } catch (cause) {
    throw importError(cause, "the provider");
  }
}
