// Copyright 2026 the Rivulet authors. MIT license.

import type { Embedder } from "./embedders.ts";
import type { Pace } from "../state/pace.ts";
import type { VectorBatch } from "../storage/page_storage.ts";
import type { MissingText, VectorStore } from "./vector_store.ts";

const BATCH_SIZE = 32;
/** A person is asked before a longer reading. */
const SLOW_MS = 3 * 60_000;

/** A reading of texts into a store. */
export interface Reading {
  readonly embedder: Embedder;
  readonly store: VectorStore;
  readonly missing: readonly MissingText[];
  readonly signal: AbortSignal;
  readonly pace: Pace;
  /** Whether the person is asked before a long reading. */
  readonly asksIfSlow: boolean;
  /** Hears how many have been read. */
  readonly onProgress: (done: number) => void;
  readonly onBatch: (batch: VectorBatch) => Promise<void>;
}

/**
 * Reads what is missing. Resolves with how long the rest would take, where that is long and the
 * person is to be asked, and with undefined when all is read. Rejects with what the embedder
 * rejects with.
 */
export async function readMissing(
  { embedder, store, missing, signal, pace, asksIfSlow, onProgress, onBatch }: Reading,
): Promise<number | undefined> {
  let done = 0;
  let batches = 0;
  const texts = missing.map(({ text }) => text);
  for await (const vectors of embedder.embedMany(texts, { batchSize: BATCH_SIZE, signal })) {
    await onBatch(store.add(missing.slice(done, done + vectors.length), vectors));
    done += vectors.length;
    onProgress(done);
    const leftMs = pace.leftMs(done, missing.length);
    if (++batches === 1 && asksIfSlow && leftMs > SLOW_MS) return leftMs;
  }
  return undefined;
}
