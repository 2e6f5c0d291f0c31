// Copyright 2026 the Rivulet authors. MIT license.

import type { VectorBatch } from "../storage/kept_meanings.ts";
import type { Embedder } from "./embedder.ts";
import type { MeaningStore, MissingText } from "./meaning_store.ts";

const BATCH_SIZE = 32;
/** A person is asked before a longer reading. */
const SLOW_MS = 3 * 60_000;

/** What is read into which store, and by what. */
export interface ReadMeaningsOptions {
  readonly embedder: Embedder;
  readonly store: MeaningStore;
  readonly missing: readonly MissingText[];
  readonly signal: AbortSignal;
  /** Tells how long the rest takes. */
  readonly pace: { leftMs(done: number, total: number): number };
  /** Whether the person is asked before a long reading. */
  readonly asksIfSlow: boolean;
  /** Hears how many have been read. */
  readonly onProgress: (done: number) => void;
  /** Keeps and searches what was read. Each batch comes once. */
  readonly onBatch: (batch: VectorBatch) => Promise<void> | void;
}

/**
 * Reads what is missing. Resolves with how long the rest would take, where that is long and the
 * person is to be asked, and with undefined when all is read. Rejects with what the embedder
 * rejects with.
 */
export async function readMeanings(
  { embedder, store, missing, signal, pace, asksIfSlow, onProgress, onBatch }: ReadMeaningsOptions,
): Promise<number | undefined> {
  let done = 0;
  const texts = missing.map(({ text }) => text);
  for await (const vectors of embedder.embedMany(texts, { batchSize: BATCH_SIZE, signal })) {
    const isFirst = done === 0;
    await onBatch(store.add(missing.slice(done, done + vectors.length), vectors));
    done += vectors.length;
    onProgress(done);
    const leftMs = pace.leftMs(done, missing.length);
    if (isFirst && asksIfSlow && leftMs > SLOW_MS) return leftMs;
  }
  return undefined;
}
