// Copyright 2026 the Rivulet authors. MIT license.

/** Turns texts into vectors, on a server or in this browser. */
export interface Embedder {
  embedBatch(texts: readonly string[], options?: { signal?: AbortSignal }): Promise<Float32Array[]>;
  embedMany(
    texts: readonly string[],
    options: { batchSize: number; signal: AbortSignal },
  ): AsyncIterable<Float32Array[]>;
}
