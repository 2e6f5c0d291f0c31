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
  OllamaEmbeddingClientOptions,
  OllamaEmbeddingRuntimeInfo,
  Texts,
} from "../_internal/core/embedding_types.ts";
import type { LLMModel } from "../_internal/core/model.ts";
import { EndpointDetection } from "../_internal/http/embeddings/endpoint_detection.ts";
import { embedTogether } from "../_internal/http/embeddings/endpoints.ts";
import {
  embedOneByOne,
  embedTarget,
  findEndpoint,
  isHttpError,
  listOllamaModels,
  type OllamaServer,
  ollamaServer,
} from "../_internal/http/embeddings/ollama_endpoints.ts";

/**
 * Turns texts into vectors through a local server that speaks Ollama's protocol.
 *
 * Only this computer is accepted as the server. Addresses of the local network, of Docker
 * (`host.docker.internal`) and `0.0.0.0` are refused. Texts to embed are often private, and a mistyped
 * address must not send them elsewhere. Requests carry no credentials, follow no redirect and are
 * never repeated. They avoid a proxy of the environment. If Deno may not read the environment, they
 * use `node:http` for that.
 *
 * The first call finds out which endpoint the server has, by embedding one short word. Calls made
 * meanwhile wait for the same answer. The client keeps it for its lifetime.
 *
 * What to know before you build an index:
 *
 * - **The first call loads the model**, which can take half a minute, and this counts into
 *   `timeoutMs`. A time-out makes the server give up loading, so that the next call starts from
 *   nothing. Give 30,000 or more, at least at first.
 * - **Do not mix endpoints in one index.** `/api/embed` gives vectors of length 1,
 *   `/api/embeddings` gives them as the model made them. Keep `endpoint` of
 *   {@linkcode probeRuntime} with the index, and build the index anew when it changes. ({@linkcode
 *   cosineSimilarity} does not mind the length, but a dot product does.)
 * - **An empty text** has no vector on `/api/embeddings`; the call rejects with `embedding vector
 *   is empty`.
 *
 * In Deno the client needs `--allow-net=localhost:11434` (the host and port of your server).
 *
 * @example Embed two texts
 * ```ts
 * import { cosineSimilarity, OllamaEmbeddingClient } from "@rivulet/llm/embedding";
 *
 * export async function compare(a: string, b: string): Promise<number> {
 *   const client = new OllamaEmbeddingClient({
 *     baseUrl: "http://localhost:11434",
 *     model: "nomic-embed-text",
 *     timeoutMs: 30_000,
 *   });
 *   const [first, second] = await client.embedBatch([a, b]);
 *   return cosineSimilarity(first!, second!);
 * }
 * ```
 */
export class OllamaEmbeddingClient implements EmbeddingClient {
  readonly #server: OllamaServer;
  readonly #detection: EndpointDetection;

  /**
   * Makes a client; nothing is sent yet.
   *
   * @param options The server, the model and the time-out.
   * @throws {EmbeddingError} With the code `"config"`, if the address is not that of this computer
   * (`Local server endpoint must use localhost / 127.0.0.1 / [::1]`) or has a path. Also if the model
   * is empty (`Local server embedding model is required`), or JSON cannot carry `extraBody`.
   * @throws {RangeError} If `timeoutMs` is not a finite number.
   * @throws {TypeError} If `fetch` is not a function.
   */
  constructor(options: OllamaEmbeddingClientOptions) {
    const server = ollamaServer(options);
    this.#server = server;
    this.#detection = new EndpointDetection((signal) => findEndpoint(server, signal));
  }

  /**
   * Embeds texts and gives one vector per text, in their order.
   *
   * On `/api/embed` the texts go out in one request, on `/api/embeddings` in one request each, one
   * after another; the time-out counts for each request. The answer is read vector by vector, so
   * that it never stands in memory as a whole.
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
   * Embeds any number of texts in batches, and yields the vectors of each batch in order.
   *
   * The texts are taken from their source when they are needed, so they never have to fit in memory at
   * once. While you work on one batch, the next one is embedded, and no more than that one. Nothing is
   * sent before the first read. Leaving the loop aborts the current request and closes the source.
   *
   * Batches before a failed one are yielded first. The errors are those of {@linkcode embedBatch}. An
   * error of the source or of `onProgress` is thrown as it is. If vectors have another length than
   * those before, an {@linkcode EmbeddingError} of code `"format"` is thrown.
   *
   * @param texts The texts: an array, a generator, lines of a file, anything to iterate over.
   * @param options The size of a batch, a signal, and a callback for the progress.
   * @returns An iterable to loop over once, with an array of vectors for each batch.
   * @throws {RangeError} If `batchSize` is not a positive integer.
   * @throws {TypeError} If `texts` is not iterable, or a single string.
   *
   * @example Build an index with progress
   * ```ts
   * import type { OllamaEmbeddingClient } from "@rivulet/llm/embedding";
   *
   * export async function buildIndex(client: OllamaEmbeddingClient, texts: string[]) {
   *   const index: Float32Array[] = [];
   *   const onProgress = (done: number, total?: number) => console.log(`${done} of ${total}`);
   *   for await (const vectors of client.embedMany(texts, { batchSize: 64, onProgress })) {
   *     index.push(...vectors);
   *   }
   *   return index;
   * }
   * ```
   */
  embedMany(texts: Texts, options?: EmbedManyOptions): AsyncIterable<Float32Array[]> {
    return embedMany(texts, options, (batch, stop) => this.#embed(batch, stop));
  }

  /**
   * Lists the models of the server, without loading one: their names and what else it tells.
   *
   * @param options A signal to abort with.
   * @returns The models, in the order of the server; none if it has none.
   * @throws {EmbeddingError} `Local server model list failed: <reason>`, or the error of the time-out.
   * @throws {Error} Named `AbortError`, at once, if the signal is aborted.
   */
  async models(options?: EmbeddingCallOptions): Promise<LLMModel[]> {
    return await this.#list("model list", options);
  }

  /**
   * Asks the server for the names of its models, without loading one.
   *
   * @param options A signal to abort with.
   * @returns The names of the models, such as `nomic-embed-text:latest`; none if the server has
   * none.
   * @throws {EmbeddingError} `Local server health check failed: <reason>`, or the error of the
   * time-out.
   * @throws {Error} Named `AbortError`, at once, if the signal is aborted.
   */
  async healthCheck(options?: EmbeddingCallOptions): Promise<string[]> {
    return (await this.#list("health check", options)).map(({ name }) => name);
  }

  /**
   * Finds out what the server has: its models first, then its endpoint, which loads the model.
   *
   * @param options A signal to abort with.
   * @returns The address, the model, the endpoint in use and the names of the models.
   * @throws {EmbeddingError} If the health check fails, or the endpoint cannot be told.
   * @throws {Error} Named `AbortError`, at once, if the signal is aborted.
   */
  async probeRuntime(options?: EmbeddingCallOptions): Promise<OllamaEmbeddingRuntimeInfo> {
    const availableModels = await this.healthCheck(options);
    const endpoint = await untilStopped(signalOf(options), (stop) => this.#detection.detect(stop));
    const { baseUrl, model } = this.#server;
    return { baseUrl, model, endpoint, availableModels };
  }

  async #list(name: string, options: EmbeddingCallOptions | undefined): Promise<LLMModel[]> {
    const list = (stop: CallSignal) => listOllamaModels(this.#server, name, stop.signal);
    return await untilStopped(signalOf(options), list);
  }

  async #embed(input: string[], stop: CallSignal): Promise<Float32Array[]> {
    const endpoint = await this.#detection.detect(stop);
    if (endpoint === "embed") {
      const { signal } = stop;
      return await embedTogether(this.#server, embedTarget(this.#server), { input, signal });
    }
    try {
      return await embedOneByOne(this.#server, input, stop);
    } catch (error) {
      // A missing model is a 404 on either endpoint, so that the probe may have been misled by it.
      if (isHttpError(error, 404)) this.#detection.forget(endpoint);
      throw error;
    }
  }
}
