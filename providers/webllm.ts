// Copyright 2026 the Rivulet authors. MIT license.

import { untilAborted } from "../_internal/core/call_signal.ts";
import type { LLMProvider } from "../_internal/core/types.ts";
import { webllmDefinition } from "../_internal/webllm/definition.ts";
import type { WebLLMChat } from "../_internal/webllm/verbs/webllm_chat.ts";
import { importedOnce } from "../_internal/webllm/once.ts";
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

/**
 * Loaded at the first call: half of the library is for this provider, and most apps use others.
 */
const loadChat: () => Promise<WebLLMChat> = /* @__PURE__ */ importedOnce(async () => {
  const { webllmChat } = await import("../_internal/webllm/verbs/webllm_chat.ts");
  return webllmChat({});
}, "the provider");
