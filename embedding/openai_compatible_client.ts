// Copyright 2026 the Rivulet authors. MIT license.

import { signalOf } from "../_internal/core/batching/check_options.ts";
import { embedBatch } from "../_internal/core/batching/embed_batch.ts";
import { embedMany } from "../_internal/core/batching/embed_many.ts";
import { type CallSignal, untilStopped } from "../_internal/core/call_signal.ts";
import type {
  EmbedBatchOptions,
  EmbeddingCallOptions,
  EmbeddingClient,
  EmbedManyOptions,
  OpenAICompatibleEmbeddingClientOptions,
  Texts,
} from "../_internal/core/embedding_types.ts";
import type { LLMModel } from "../_internal/core/model.ts";
import { embedTogether, listModels } from "../_internal/http/embeddings/endpoints.ts";
import { type OpenAIServer, openAIServer } from "../_internal/http/embeddings/openai_endpoints.ts";

/**
 * Turns texts into vectors through a server that speaks OpenAI's protocol, `POST /v1/embeddings`: LM
 * Studio, llama.cpp, vLLM, infinity, Text Embeddings Inference and many others.
 *
 * Only this computer is accepted as the server, unless `allowRemote` is true: texts to embed are often
 * private. Only then is `apiKey` sent. Requests carry no cookies, follow no redirect and are never
 * tried again. To this computer they go around a proxy of the environment.
 *
 * No `encoding_format` is sent, and an answer that is not of numbers is an error, never a wrong
 * vector. The vectors are put into the order of the texts by their `index`.
 *
 * The first call may load the model, which can take half a minute, and this counts into `timeoutMs`.
 *
 * In Deno the client needs `--allow-net=localhost:1234` (the host and port of your server).
 *
 * @example Compare two texts with LM Studio
 * ```ts
 * import { cosineSimilarity, OpenAICompatibleEmbeddingClient } from "@rivulet/llm/embedding";
 *
 * export async function compare(a: string, b: string): Promise<number> {
 *   const client = new OpenAICompatibleEmbeddingClient({
 *     baseUrl: "http://localhost:1234",
 *     model: "text-embedding-nomic-embed-text-v1.5",
 *     timeoutMs: 30_000,
 *   });
 *   const [first, second] = await client.embedBatch([a, b]);
 *   return cosineSimilarity(first!, second!);
 * }
 * ```
 */
export class OpenAICompatibleEmbeddingClient implements EmbeddingClient {
  readonly #server: OpenAIServer;

  /**
   * Makes a client; nothing is sent yet.
   *
   * @param options The server, the model, the time-out, and whether texts may leave this computer.
   * @throws {EmbeddingError} With the code `"config"`, if the address is not valid, or that of
   * another computer without `allowRemote`. Also if the model is empty, if no header can carry the
   * key, or if JSON cannot carry `extraBody`.
   * @throws {RangeError} If `timeoutMs` is not a finite number.
   * @throws {TypeError} If `fetch`, `allowRemote` or `apiKey` is of another kind than it should be.
   */
  constructor(options: OpenAICompatibleEmbeddingClientOptions) {
    this.#server = openAIServer(options);
  }

  /**
   * Embeds texts in one request and gives one vector per text, in their order. The answer is read
   * vector by vector, so that it never stands in memory as a whole.
   *
   * @param texts The texts. An empty array sends nothing.
   * @param options A signal to abort with.
   * @returns The vectors, of as many numbers as the model has dimensions.
   * @throws {EmbeddingError} If the server cannot be reached, refuses, takes too long, or answers
   * with anything but one vector of finite 32-bit numbers for each text.
   * @throws {TypeError} If an element of `texts` is not a string; nothing is sent then. Half a
   * character in a text is sent as U+FFFD.
   * @throws {Error} Named `AbortError`, at once, if the signal is aborted. Its `cause` is the
   * signal's reason, unless the reason is an `AbortError` itself, which is thrown as it is.
   */
  async embedBatch(
    texts: readonly string[],
    options?: EmbedBatchOptions,
  ): Promise<Float32Array[]> {
    return await embedBatch(texts, options, (batch, stop) => this.#embed(batch, stop));
  }

  /**
   * Embeds any number of texts in batches, and yields the vectors of each batch in order, like
   * {@linkcode OllamaEmbeddingClient.embedMany}. While you work on one batch, the next one is embedded.
   * Leaving the loop aborts the current request and closes the source.
   *
   * @param texts The texts: an array, a generator, lines of a file, anything to iterate over.
   * @param options The size of a batch, a signal, and a callback for the progress.
   * @returns An iterable to loop over once, with an array of vectors for each batch.
   * @throws {RangeError} If `batchSize` is not a positive integer.
   * @throws {TypeError} If `texts` is not iterable, or a single string.
   */
  embedMany(texts: Texts, options?: EmbedManyOptions): AsyncIterable<Float32Array[]> {
    return embedMany(texts, options, (batch, stop) => this.#embed(batch, stop));
  }

  /**
   * Lists the models of the server: their names and what else it tells.
   *
   * @param options A signal to abort with.
   * @returns The models, in the order of the server; none if it has none.
   * @throws {EmbeddingError} `… server model list failed: <reason>`, or the error of the time-out.
   * @throws {Error} Named `AbortError`, at once, if the signal is aborted.
   */
  async models(options?: EmbeddingCallOptions): Promise<LLMModel[]> {
    const { models } = this.#server;
    const list = (stop: CallSignal) => listModels(this.#server, models, stop.signal);
    return await untilStopped(signalOf(options), list);
  }

  #embed(input: string[], { signal }: CallSignal): Promise<Float32Array[]> {
    return embedTogether(this.#server, this.#server.embeddings, { input, signal });
  }
}
