// Copyright 2026 the Rivulet authors. MIT license.

import { withModels } from "../_with_models.ts";
import { makeProvider } from "../_make_provider.ts";
import { webllmDefinition } from "../../_internal/webllm/definition.ts";
import { webllmChat } from "../../_internal/webllm/verbs/webllm_chat.ts";
import type { WebLLMProvider, WebLLMProviderOptions } from "../../_internal/webllm/types.ts";

/**
 * Makes a provider with an engine of its own, which runs models in the browser.
 *
 * The engine's file (6.8 MB) is loaded at the first question. A question rejects with a
 * {@linkcode ProviderError} before anything is downloaded: with code `unsupported` where the
 * browser cannot run models or not this one, `config` for an unknown model, `download-required` for
 * a model that is not on this device, unless `allowModelDownload` is true. With code `engine` it
 * rejects where the engine fails.
 *
 * @param options Where the engine runs and which models it knows.
 * @returns The provider, with ways to free memory and storage.
 */
export function createWebLLMProvider(options?: WebLLMProviderOptions | null): WebLLMProvider {
  const { local, source, models } = webllmChat(options ?? {});
  return {
    ...withModels(
      makeProvider(webllmDefinition, { source, isForeign: false }, { splitThinking: true }),
      models,
    ),
    isModelCached: (id) => local.isCached(id),
    unload: () => local.unload(),
    deleteModel: (id) => local.delete(id),
  };
}
