// Copyright 2026 the Rivulet authors. MIT license.

import { LocalModels } from "../../_internal/webllm/verbs/local_models.ts";
import { callbackErrors } from "../../_internal/core/callback_errors.ts";
import { EmbeddingError, type EmbeddingErrorCode } from "../../_internal/core/embedding_error.ts";
import { ProviderError } from "../../_internal/core/provider_error.ts";
import { embedBatch } from "../../_internal/core/batching/embed_batch.ts";
import { embedMany } from "../../_internal/core/batching/embed_many.ts";
import { webllmEmbed } from "../../_internal/webllm/verbs/webllm_embed.ts";
import type {
  WebLLMEmbeddingClient,
  WebLLMEmbeddingClientOptions,
} from "../../_internal/webllm/types.ts";

const DEFAULT_MODEL = "snowflake-arctic-embed-s-q0f32-MLC-b4";

/**
 * Makes a client with an engine of its own, which turns texts into vectors inside the browser. It
 * takes the place of an `OllamaEmbeddingClient` where there is no server: `embedBatch()` and
 * `embedMany()` are called in the same way.
 *
 * Nothing is loaded before the first texts come. A call rejects with an {@linkcode EmbeddingError}
 * before anything is downloaded: with code `unsupported` where the browser cannot run models or not
 * this one, `config` for an unknown model or one for chat, `download-required` for a model that is
 * not on this device, unless `allowModelDownload` is true. With code `engine` it rejects where the
 * engine fails.
 *
 * @param given The model, whether it may be downloaded, and where the engine runs.
 * @returns The client, with ways to free memory and storage.
 */
export function createWebLLMEmbeddingClient(
  given?: WebLLMEmbeddingClientOptions | null,
): WebLLMEmbeddingClient {
  const options = given ?? {};
  const { allowModelDownload } = options;
  const model = options.model ?? DEFAULT_MODEL;
  const local = new LocalModels(options);
  const embed = inOwnWords(webllmEmbed(local, {
    model,
    allowModelDownload,
    onProgress: (progress, text) => options.onInitProgress?.(progress, text),
  }));
  return {
    model,
    embedBatch: (texts, options = {}) => embedBatch(texts, options, embed),
    embedMany: (texts, options = {}) => embedMany(texts, options, embed),
    isModelCached: inOwnWords(() => local.isCached(model)),
    unload: () => local.unload(),
    deleteModel: inOwnWords(() => local.delete(model)),
  };
}

/** The function with errors of an embedding client: the engine room speaks of a provider. */
function inOwnWords<Values extends unknown[], Result>(
  run: (...values: Values) => Promise<Result>,
): (...values: Values) => Promise<Result> {
  return async (...values) => {
    try {
      return await run(...values);
    } catch (error) {
      const isOurs = error instanceof ProviderError && !callbackErrors.has(error);
      throw isOurs ? embeddingError(error) : error;
    }
  };
}

/** The codes of the engine room are those of both classes. */
function embeddingError({ code, message, reason, cause }: ProviderError): EmbeddingError {
  return new EmbeddingError(code as EmbeddingErrorCode, message, { reason, cause });
}
