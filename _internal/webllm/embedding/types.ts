// Copyright 2026 the Rivulet authors. MIT license.

/**
 * What an app sees of the embedding client in the browser. No runtime code.
 *
 * @module
 */

import type { WebLLMProviderOptions } from "../types.ts";
import type { EmbeddingClient } from "../../core/embedding_types.ts";

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
