// Copyright 2026 the Rivulet authors. MIT license.

import { checkIterable, copyTexts, TextBatches } from "./_texts.ts";
import { abortError, untilAborted } from "./abort.ts";
import type { Embed, EmbedBatchOptions, EmbedManyOptions } from "./types.ts";

const DEFAULT_BATCH_SIZE = 32;

/** Checks the texts of one call and embeds them; none need nothing. */
export async function embedBatch(
  texts: readonly string[],
  options: EmbedBatchOptions,
  embed: Embed,
): Promise<Float32Array[]> {
  const batch = copyTexts(texts);
  const { signal } = options;
  if (signal?.aborted) throw abortError(signal);
  return batch.length === 0 ? [] : await embed(batch, signal);
}

/** How the texts are embedded, batch by batch. */
interface BatchPlan {
  readonly batchSize: number;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: ((done: number, total?: number) => void) | undefined;
  readonly embed: Embed;
}

/**
 * Yields the vectors of one batch after another. The next batch, and no more than that, is embedded
 * while the consumer works on the one before.
 */
export function embedMany(
  texts: Iterable<string> | AsyncIterable<string>,
  options: EmbedManyOptions,
  embed: Embed,
): AsyncGenerator<Float32Array[], void, void> {
  const { batchSize = DEFAULT_BATCH_SIZE, signal, onProgress } = options;
  checkIterable(texts);
  if (!Number.isInteger(batchSize) || batchSize < 1) {
    throw new RangeError(`Set batchSize to a positive integer, got ${batchSize}`);
  }
  const plan: BatchPlan = { batchSize, signal, onProgress, embed };
  const leaving = new AbortController();
  const batches = iterateBatches(texts, plan, leaving);
  // A generator lets `return()` wait for the read under way, and that one may wait for a silent
  // server.
  const finish = batches.return.bind(batches);
  batches.return = (value) => {
    leaving.abort();
    return finish(value);
  };
  return batches;
}

async function* iterateBatches(
  texts: Iterable<string> | AsyncIterable<string>,
  plan: BatchPlan,
  leaving: AbortController,
): AsyncGenerator<Float32Array[], void, void> {
  const { signal, onProgress } = plan;
  if (signal?.aborted) throw abortError(signal);
  const stop = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal;
  const batches = new TextBatches(texts, plan.batchSize);
  const total = Array.isArray(texts) ? texts.length : undefined;
  let done = 0;
  try {
    let ahead = embedNext(batches, plan, stop);
    while (true) {
      // Asks the caller's own signal too: vectors that are ready must not hide its abort.
      const vectors = await untilAborted(ahead, signal);
      if (vectors.length === 0) return;
      ahead = embedNext(batches, plan, stop);
      done += vectors.length;
      onProgress?.(done, total);
      if (signal?.aborted) throw abortError(signal); // by onProgress
      yield vectors;
    }
  } catch (error) {
    batches.close().catch(() => {}); // the first error counts, and it does not wait
    if (!leaving.signal.aborted) throw error;
  } finally {
    leaving.abort();
    await batches.close();
  }
}

/** Embeds the next batch; no vectors mean that there are no more texts. */
function embedNext(
  batches: TextBatches,
  { embed }: BatchPlan,
  stop: AbortSignal,
): Promise<Float32Array[]> {
  const vectors = untilAborted(batches.next(), stop)
    .then((batch) => batch.length === 0 ? [] : embed(batch, stop));
  vectors.catch(() => {}); // an error is told when the batch is due, which may be never
  return vectors;
}
