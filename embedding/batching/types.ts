// Copyright 2026 the Rivulet authors. MIT license.

/**
 * What the calls of both embedding clients have in common, the one over HTTP and the one in the
 * browser. This folder imports nothing, and is all that `providers/` takes from `embedding/`.
 *
 * @module
 */

/** How to embed one batch of texts. */
export interface EmbedBatchOptions {
  /** Aborts the call, at once; a connection that it holds is closed. */
  signal?: AbortSignal | undefined;
}

/** How to embed many texts. */
export interface EmbedManyOptions {
  /**
   * How many texts go into one batch, 1 or more.
   *
   * @default {32}
   */
  batchSize?: number | undefined;
  /** Aborts the iteration, at once; a connection that it holds is closed. */
  signal?: AbortSignal | undefined;
  /**
   * Called after each batch, before it is yielded. An error that it throws ends the iteration.
   *
   * @param done How many texts have been embedded.
   * @param total How many texts there are; known only where they come as an array.
   */
  onProgress?: ((done: number, total?: number) => void) | undefined;
}

/** What a client does with texts that have been checked; there is at least one. */
export type Embed = (texts: string[], signal: AbortSignal | undefined) => Promise<Float32Array[]>;
