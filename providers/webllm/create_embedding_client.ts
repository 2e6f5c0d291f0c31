// Copyright 2026 the Rivulet authors. MIT license.

import { embedBatch, embedMany } from "../../embedding/batching/embed.ts";
import { webllmEmbed } from "./_embed.ts";
import { Runtime } from "./_runtime.ts";
import type { WebLLMEmbeddingClient, WebLLMEmbeddingClientOptions } from "./types.ts";

const DEFAULT_MODEL = "snowflake-arctic-embed-s-q0f32-MLC-b4";

/**
 * Makes a client with an engine of its own, which turns texts into vectors inside the browser. It
 * takes the place of an `OllamaEmbeddingClient` where there is no server: `embedBatch()` and
 * `embedMany()` are called in the same way.
 *
 * Nothing is loaded before the first texts come. A call rejects with a {@linkcode ProviderError}
 * before anything is downloaded: with code `unsupported` where the browser cannot run models or not
 * this one, `config` for an unknown model or one for chat, `download-required` for a model that is
 * not on this device, unless `allowModelDownload` is true. With code `engine` it rejects where the
 * engine fails.
 *
 * @param options The model, whether it may be downloaded, and where the engine runs.
 * @returns The client, with ways to free memory and storage.
 */
export function createWebLLMEmbeddingClient(
  options: WebLLMEmbeddingClientOptions = {},
): WebLLMEmbeddingClient {
  const { model = DEFAULT_MODEL, allowModelDownload } = options;
  const runtime = new Runtime(options);
  const embed = webllmEmbed(runtime, {
    model,
    allowModelDownload,
    onProgress: (progress, text) => options.onInitProgress?.(progress, text),
  });
  return {
    model,
    embedBatch: (texts, options = {}) => embedBatch(texts, options, embed),
    embedMany: (texts, options = {}) => embedMany(texts, options, embed),
    isModelCached: () => runtime.isCached(model),
    unload: () => runtime.unload(),
    deleteModel: () => runtime.delete(model),
  };
}
