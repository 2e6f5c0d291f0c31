// Copyright 2026 the Rivulet authors. MIT license.

/**
 * What an app sees of the WebLLM provider. No runtime code.
 *
 * @module
 */

import type { EmbedBatchOptions, EmbedManyOptions } from "../../embedding/batching/types.ts";
import type { LLMStreamProvider } from "../types.ts";

/** A model that the engine can run: where its files are and what it needs. */
export interface WebLLMModelRecord {
  /** The address of the folder with the weights, the tokenizer and the configuration. */
  readonly model: string;
  /** The id to pass as {@linkcode LLMProviderConfig.model}. */
  readonly "model_id": string;
  /** The address of the model's program, a wasm file. */
  readonly "model_lib": string;
  /** Fields of the model's configuration to replace, such as `context_window_size`. */
  readonly overrides?: object | undefined;
  /** Graphics memory in MB. */
  readonly "vram_required_MB"?: number | undefined;
  /** Whether the model also runs on a phone. */
  readonly "low_resource_required"?: boolean | undefined;
  /** The largest buffer in bytes. */
  readonly "buffer_size_required_bytes"?: number | undefined;
  /** WebGPU features that the model needs, such as `shader-f16`. */
  readonly "required_features"?: readonly string[] | undefined;
  /** 0 for text, 1 for embeddings, 2 for images beside text. @default {0} */
  readonly "model_type"?: number | undefined;
  /** Checksums of the model's files. */
  readonly integrity?: object | undefined;
  /** The name of the file that lists the model's parts. */
  readonly "model_manifest"?: string | undefined;
}

/**
 * The models to choose from and where their files are kept. The engine's own configuration fits.
 */
export interface WebLLMAppConfig {
  /** The models. */
  readonly "model_list": readonly WebLLMModelRecord[];
  /** Where the browser keeps the files. @default {"cache"} */
  readonly cacheBackend?: "cache" | "indexeddb" | "cross-origin" | "opfs" | undefined;
  /** How files are read where `cacheBackend` is `opfs`. @default {"async"} */
  readonly opfsAccessMode?: "async" | "sync" | "auto" | undefined;
}

/** How to run models in the browser. */
export interface WebLLMProviderOptions {
  /**
   * Starts the worker in which the engine runs; its file needs one line, `import
   * "@rivulet/llm/webllm/worker"`. Called again whenever a fresh engine is needed. Without it the
   * engine runs on the main thread, which then stands still for a part of each load.
   */
  worker?: (() => Worker) | undefined;
  /** Replaces the engine's own list of models. */
  appConfig?: WebLLMAppConfig | undefined;
  /** Loads the module of the engine, for tests. @default {() => import("@mlc-ai/web-llm")} */
  loadEngine?: (() => Promise<unknown>) | undefined;
}

/**
 * A provider that runs models in the browser: one engine, one model at a time, answers one after
 * the other.
 */
export interface WebLLMProvider extends LLMStreamProvider {
  /**
   * Whether the weights of a model are on this device. Its program, configuration and tokenizer, a
   * few MB together, may still be fetched when it loads. Downloads nothing but the engine itself.
   *
   * Rejects with a {@linkcode ProviderError} of code `config` for an unknown model, `unsupported`
   * where the page has no storage, or `engine` where the engine cannot be loaded or its storage
   * cannot be read.
   */
  isModelCached(id: string): Promise<boolean>;
  /**
   * Frees the graphics memory, after the answers that were asked for before. To have it at once,
   * abort them. The next question loads the model again. Never rejects.
   */
  unload(): Promise<void>;
  /**
   * Deletes the files of a model from this device, after the answers that were asked for before;
   * unloads it where it is loaded. Downloads nothing but the engine itself. Models that share their
   * weights lose them together.
   *
   * Rejects like {@linkcode WebLLMProvider.isModelCached}.
   */
  deleteModel(id: string): Promise<void>;
}

/** Which model embeds in the browser, and how. */
export interface WebLLMEmbeddingClientOptions extends WebLLMProviderOptions {
  /**
   * The id of a model for embeddings. The default one makes 384 numbers of each text, is a download
   * of 133 MB, takes 239 MB of graphics memory and needs no `shader-f16`.
   *
   * @default {"snowflake-arctic-embed-s-q0f32-MLC-b4"}
   */
  model?: string | undefined;
  /**
   * Whether the model may be downloaded where this browser does not have it yet.
   *
   * @default {false}
   */
  allowModelDownload?: boolean | undefined;
  /**
   * Called while the model loads. An error that it throws rejects the call that waits for the load.
   *
   * @param progress From 0 to 1, never falling during a load.
   * @param text The phase, in words.
   */
  onInitProgress?: ((progress: number, text: string) => void) | undefined;
}

/**
 * Turns texts into vectors inside the browser: one engine, one model, one call after the other.
 *
 * What to know before you build an index:
 *
 * - **A text counts up to the model's context window**, 512 tokens for the models of the engine's
 *   list, which is about 350 English words. What is beyond is cut off by the model's tokenizer, or
 *   the call rejects with code `engine` where that does not cut. Split long texts.
 * - **Questions find more with a prefix.** The models of the list were trained with questions that
 *   begin with `Represent this sentence for searching relevant passages: `, and texts that do not.
 * - **The model must be of the BERT family**, as those of the list are: each text is embedded
 *   between `[CLS]` and `[SEP]`, which the engine does not add.
 *
 * The engine cannot be interrupted while it embeds. An aborted call rejects at once, and the next
 * one waits until the engine is free: for 32 texts at most.
 */
export interface WebLLMEmbeddingClient {
  /** The id of the model that embeds. */
  readonly model: string;
  /**
   * Embeds texts and gives one vector of length 1 a text, in their order. Loads the model where it
   * is not loaded; an empty array loads nothing.
   *
   * Rejects with a {@linkcode ProviderError}, whose code {@linkcode createWebLLMEmbeddingClient}
   * lists; with a `TypeError` where an element is not a string, before anything is loaded; and, at
   * once, with an error named `AbortError` where the signal is aborted. After an error of code
   * `engine` the next call gets a fresh engine.
   *
   * @param texts The texts. An empty text has a vector too.
   * @param options A signal to abort with.
   * @returns The vectors, of as many numbers as the model has dimensions.
   */
  embedBatch(texts: readonly string[], options?: EmbedBatchOptions): Promise<Float32Array[]>;
  /**
   * Embeds any number of texts in batches, and yields the vectors of each batch in order.
   *
   * The texts are taken from their source as they are needed. While you work on one batch, the next
   * one is embedded; never more than that one. Nothing is loaded before the first read. Leaving the
   * loop closes the source.
   *
   * Errors keep the order: the batches before the failed one are yielded first. Besides those of
   * {@linkcode WebLLMEmbeddingClient.embedBatch}, an error of the source or of `onProgress` ends
   * the iteration as it is. Throws a `RangeError` where `batchSize` is not a positive integer, and
   * a `TypeError` where `texts` is not iterable, or a single string.
   *
   * @param texts The texts: an array, a generator, anything to iterate over.
   * @param options The size of a batch, a signal, and a callback for the progress.
   * @returns An iterable to loop over once, with an array of vectors for each batch.
   */
  embedMany(
    texts: Iterable<string> | AsyncIterable<string>,
    options?: EmbedManyOptions,
  ): AsyncIterable<Float32Array[]>;
  /**
   * Whether the weights of the model are on this device, see
   * {@linkcode WebLLMProvider.isModelCached}.
   */
  isModelCached(): Promise<boolean>;
  /**
   * Frees the graphics memory, after the calls that were made before. To have it at once, abort
   * them. The next call loads the model again. Never rejects.
   */
  unload(): Promise<void>;
  /**
   * Deletes the files of the model from this device, after the calls that were made before, see
   * {@linkcode WebLLMProvider.deleteModel}.
   */
  deleteModel(): Promise<void>;
}
