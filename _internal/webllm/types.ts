// Copyright 2026 the Rivulet authors. MIT license.

/**
 * What an app sees of the provider and of the embedding client in the browser. No runtime code.
 *
 * @module
 */

import type { EmbeddingClient } from "../core/embedding_types.ts";
import type { LLMProvider } from "../core/types.ts";

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
  /**
   * 0 for text, 1 for embeddings, 2 for images beside text.
   *
   * @default {0}
   */
  readonly "model_type"?: number | undefined;
  /** Checksums of the model's files. No record of the engine's own list has one. */
  readonly integrity?: WebLLMModelIntegrity | undefined;
  /** The name of the file that lists the model's parts. */
  readonly "model_manifest"?: string | undefined;
}

/**
 * Checksums in the form of the `integrity` attribute, such as `sha256-…`. A file that does not match
 * rejects with code `engine`, stays on this device until the model is deleted, and then is
 * downloaded again. The engine has no checksums for the weights.
 */
export interface WebLLMModelIntegrity {
  /** Of `mlc-chat-config.json`. */
  readonly config?: string | undefined;
  /** Of the program. */
  readonly "model_lib"?: string | undefined;
  /** Of the files of the tokenizer, by their names. */
  readonly tokenizer?: Readonly<Record<string, string>> | undefined;
  /**
   * Whether a file that does not match ends the load.
   *
   * @default {"error"}
   */
  readonly onFailure?: "error" | "warn" | undefined;
}

/**
 * The models to choose from and where their files are kept. The engine's own configuration fits.
 */
export interface WebLLMAppConfig {
  /** The models. */
  readonly "model_list": readonly WebLLMModelRecord[];
  /**
   * Where the browser keeps the files.
   *
   * @default {"cache"}
   */
  readonly cacheBackend?: "cache" | "indexeddb" | "cross-origin" | "opfs" | undefined;
  /**
   * How files are read where `cacheBackend` is `opfs`.
   *
   * @default {"async"}
   */
  readonly opfsAccessMode?: "async" | "sync" | "auto" | undefined;
}

/** What a worker tells. */
export interface WebLLMWorkerEvent {
  /** What the worker sent. */
  readonly data?: unknown;
  /** What was thrown in it. */
  readonly error?: unknown;
  /** The message of what was thrown. */
  readonly message?: string;
  /** Keeps what was thrown off the console. */
  preventDefault(): void;
}

/** What is used of a worker: a `Worker` fits, in code without types of a browser too. */
export interface WebLLMWorker {
  /** Sends a message to the worker. */
  postMessage(message: unknown): void;
  /** Ends the worker at once. */
  terminate(): void;
  /** Listens to what the worker tells. */
  addEventListener(
    type: "message" | "messageerror" | "error",
    listener: (event: WebLLMWorkerEvent) => void,
  ): void;
}

/** How to run models in the browser. */
export interface WebLLMProviderOptions {
  /**
   * Starts the worker in which the engine runs; its file needs one line, `import
   * "@rivulet/llm/webllm/worker"`. Called again whenever a fresh engine is needed, and when the
   * engine is asked something before that. The page itself then never loads the engine, and an
   * engine that hangs can be cut off. Without it the engine runs on the main thread, which then
   * stands still for a part of each load.
   */
  worker?: (() => WebLLMWorker) | undefined;
  /** Replaces the engine's own list of models. */
  appConfig?: WebLLMAppConfig | undefined;
  /**
   * Loads the module of the engine where there is no `worker`, for tests.
   *
   * @default {() => import("@mlc-ai/web-llm")}
   */
  loadEngine?: (() => Promise<unknown>) | undefined;
}

/**
 * A provider that runs models in the browser: one engine, one model at a time, answers one after
 * the other.
 */
export interface WebLLMProvider extends LLMProvider {
  /**
   * Whether the weights of a model are on this device. Its program, configuration and tokenizer, a
   * few MB together, may still be fetched when it loads. Downloads nothing but the engine itself;
   * {@linkcode isWebLLMModelCached} does without.
   *
   * Rejects with a {@linkcode ProviderError} of code `config` for an unknown model, `unsupported`
   * where the page has no storage, or `engine` where the engine cannot be loaded or its storage
   * cannot be read.
   */
  isModelCached(id: string): Promise<boolean>;
  /**
   * Frees the graphics memory, after the answers that were asked for before. Abort them to have it
   * at once; on the main thread, which cannot be cut off, within a second. An answer whose engine
   * gives no sign of life for 10 seconds is ended. The next question loads the model again. Never
   * rejects.
   */
  unload(): Promise<void>;
  /**
   * Deletes the files of a model from this device, after the answers that were asked for before;
   * unloads it where it is loaded. Downloads nothing but the engine itself. A program that another
   * model needs which is here stays; models that share their weights lose them together.
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
   * Called while the model loads, with a number from 0 to 1 that never falls during a load, and with
   * the phase in words. An error that it throws rejects the call that waits for the load.
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
 * - **A vector does not depend on its neighbours.** The engine's own would: it reads the padding of
 *   shorter texts as text. So only texts with equally many tokens go to it together, or one by one
 *   where their tokens cannot be counted.
 *
 * The engine cannot be interrupted while it embeds. An aborted call rejects at once, and the next
 * one waits until the engine is free: for 32 texts at most, and no longer than 10 seconds.
 */
export interface WebLLMEmbeddingClient extends EmbeddingClient {
  /** The id of the model that embeds. */
  readonly model: string;
  /**
   * Whether the weights of the model are on this device, see
   * {@linkcode WebLLMProvider.isModelCached}.
   */
  isModelCached(): Promise<boolean>;
  /**
   * Frees the graphics memory, after the calls that were made before, see
   * {@linkcode WebLLMProvider.unload}. The next call loads the model again. Never rejects.
   */
  unload(): Promise<void>;
  /**
   * Deletes the files of the model from this device, after the calls that were made before, see
   * {@linkcode WebLLMProvider.deleteModel}.
   */
  deleteModel(): Promise<void>;
}
