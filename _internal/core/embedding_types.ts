// Copyright 2026 the Rivulet authors. MIT license.

import type { FetchFunction } from "./fetch_function.ts";

export type * from "./fetch_function.ts";
export type * from "./model.ts";

/** Texts to embed: an array, a generator, a stream, anything to iterate over. */
export type Texts = Iterable<string> | AsyncIterable<string> | ReadableStream<string>;

/** What both embedding clients do, the one over HTTP and the one in the browser. */
export interface EmbeddingClient {
  /**
   * Embeds texts and gives one vector per text, in their order.
   *
   * Rejects with an {@linkcode EmbeddingError}; with a `TypeError` if an element of `texts` is not a
   * string, before anything is sent; and, at once, with an error named `AbortError` if the signal is
   * aborted.
   *
   * @param texts The texts. An empty array asks for nothing.
   * @param options A signal to abort with.
   * @returns The vectors, of as many finite 32-bit numbers as the model has dimensions.
   */
  embedBatch(texts: readonly string[], options?: EmbedBatchOptions): Promise<Float32Array[]>;
  /**
   * Embeds any number of texts in batches, and yields the vectors of each batch in order. While you
   * work on one batch, the next one is embedded; never more than that one.
   *
   * Throws a `RangeError` if `batchSize` is not a positive integer, and a `TypeError` if `texts` is
   * not iterable, or a single string.
   *
   * @param texts The texts; they are taken from their source as they are needed.
   * @param options The size of a batch, a signal, and a callback for the progress.
   * @returns An iterable to loop over once, with an array of vectors for each batch.
   */
  embedMany(texts: Texts, options?: EmbedManyOptions): AsyncIterable<Float32Array[]>;
}

/** How to ask a server, for calls that only need a signal. */
export interface EmbeddingCallOptions {
  /** Aborts the call, at once; a connection that it holds is closed. */
  signal?: AbortSignal | undefined;
}

/** How to embed one batch of texts. */
export type EmbedBatchOptions = EmbeddingCallOptions;

/** How to embed many texts. */
export interface EmbedManyOptions extends EmbeddingCallOptions {
  /**
   * How many texts go into one batch, 1 or more.
   *
   * @default {32}
   */
  batchSize?: number | undefined;
  /**
   * Called after each batch, before it is yielded, with the number of texts that have been embedded
   * and, if they come as an array, with how many there are. An error that it throws, or that a
   * promise of its is rejected with, ends the iteration. What is rejected after the end is not heard.
   */
  onProgress?: ((done: number, total?: number) => unknown) | undefined;
}

/** What both clients of a server take: which model embeds, how long to wait, and how to ask. */
export interface EmbeddingServerOptions {
  /**
   * The name of the embedding model, such as `nomic-embed-text`; white space around it is dropped.
   */
  model: string;
  /**
   * How many milliseconds each request may take, its answer included. Values under 1,000 count as
   * 1,000. Give 30,000 or more for the first call: loading the model counts.
   */
  timeoutMs: number;
  /**
   * Extra fields of each request that embeds, such as Ollama's `truncate`, `keep_alive` or
   * `options: { num_ctx: 8192 }`, or `dimensions`. They are copied. The model and the texts are the
   * client's own: entries with their names are left out.
   */
  extraBody?: Record<string, unknown> | undefined;
  /**
   * The function that sends the requests, by default the one that is there when a request goes out.
   * They carry no cookies, whatever function it is. If a function of your own uses a proxy of the
   * environment, that proxy sees the texts.
   *
   * @default {globalThis.fetch}
   */
  fetch?: FetchFunction | undefined;
}

/** Where the local server is, which model embeds, and how long to wait. */
export interface OllamaEmbeddingClientOptions extends EmbeddingServerOptions {
  /**
   * The address of the server: `http` or `https`, the host `localhost`, `127.0.0.1` or `[::1]`, and
   * a port if there is one, such as `http://localhost:11434`. Nothing may follow, not even a slash.
   */
  baseUrl: string;
}

/** Where the server is, which model embeds, how long to wait, and whether texts may go elsewhere. */
export interface OpenAICompatibleEmbeddingClientOptions extends EmbeddingServerOptions {
  /**
   * The address of the server, such as `http://localhost:1234`. `/v1` or a slash may follow, and an
   * address of `/embeddings` or `/chat/completions` itself is taken as well. The host is `localhost`,
   * `127.0.0.1` or `[::1]` unless `allowRemote` is true.
   */
  baseUrl: string;
  /**
   * Whether the texts may be sent to another computer. Only `true` allows it.
   *
   * @default {false}
   */
  allowRemote?: boolean | undefined;
  /** Sent as a Bearer token if `allowRemote` is true, and never else. */
  apiKey?: string | undefined;
}

/** What {@linkcode OllamaEmbeddingClient.probeRuntime} finds out about the server. */
export interface OllamaEmbeddingRuntimeInfo {
  /** The address of the server, as it was given to the client. */
  baseUrl: string;
  /** The model that embeds. */
  model: string;
  /**
   * The endpoint in use: `/api/embed`, or the older `/api/embeddings`, which takes one text at a time.
   */
  endpoint: "embed" | "embeddings";
  /** The names of the models that the server has. */
  availableModels: string[];
}

/** A vector that {@linkcode topK} found, by its place in the list that was searched. */
export interface SimilarityMatch {
  /** The place of the vector in the list, from 0. */
  index: number;
  /** The cosine similarity to the query, from −1 to 1. */
  score: number;
}
