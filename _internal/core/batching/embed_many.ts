// Copyright 2026 the Rivulet authors. MIT license.

import { leavingAtOnce } from "../leaving_at_once.ts";
import { CallSignal } from "../call_signal.ts";
import { EmbeddingError } from "../embedding_error.ts";
import type { EmbedManyOptions, Texts } from "../embedding_types.ts";
import { Callbacks } from "../callbacks.ts";
import { checkKind, signalOf } from "./check_options.ts";
import { checkIterable } from "./check_texts.ts";
import type { Embed } from "./embed_batch.ts";
import { TextBatches } from "./text_batches.ts";

const DEFAULT_BATCH_SIZE = 32;

/** How the texts are embedded, batch by batch. */
interface BatchPlan {
  readonly batches: TextBatches;
  /** How many texts there are, if that is known. */
  readonly total: number | undefined;
  readonly onProgress: EmbedManyOptions["onProgress"];
  readonly embed: Embed;
}

/**
 * Yields the vectors of one batch after another. The next batch, and no more than that, is embedded
 * while the consumer works on the one before.
 */
export function embedMany(
  texts: Texts,
  options: EmbedManyOptions | null | undefined,
  embed: Embed,
): AsyncGenerator<Float32Array[], void, undefined> {
  const { onProgress } = options ?? {};
  const batchSize = options?.batchSize ?? DEFAULT_BATCH_SIZE;
  const signal = signalOf(options);
  checkIterable(texts);
  checkKind("onProgress", onProgress, "function");
  if (!Number.isInteger(batchSize) || batchSize < 1) {
    throw new RangeError(`Set batchSize to a positive integer, got ${batchSize}`);
  }
  let stop: CallSignal | undefined;
  let left = false;

  async function* iterate(): AsyncGenerator<Float32Array[], void, undefined> {
    stop = new CallSignal(signal);
    const batches = new TextBatches(texts, batchSize);
    const total = Array.isArray(texts) ? texts.length : undefined;
    try {
      yield* iterateBatches({ batches, total, onProgress, embed }, stop);
    } catch (error) {
      batches.close().catch(() => {}); // the first error counts, and it does not wait
      if (!left) throw error;
    } finally {
      stop.stop(undefined);
      stop.release();
      await batches.close();
    }
  }

  return leavingAtOnce(iterate(), () => {
    left = true;
    stop?.stop(undefined);
  });
}

async function* iterateBatches(
  { batches, total, onProgress, embed }: BatchPlan,
  stop: CallSignal,
): AsyncGenerator<Float32Array[], void, undefined> {
  const callbacks = new Callbacks({ onProgress }, stop);
  let done = 0;
  let dimensions: number | undefined;
  let ahead = embedNext(batches, embed, stop);
  while (true) {
    const vectors = await stop.until(ahead);
    if (vectors.length === 0) return;
    dimensions = checkDimensions(vectors, dimensions);
    ahead = embedNext(batches, embed, stop);
    done += vectors.length;
    callbacks.call("onProgress", done, total);
    stop.throwIfStopped(); // by onProgress
    yield vectors;
  }
}

/**
 * How many numbers each vector has. Another model may have come under the name of the first one, and
 * its vectors must not get into the same index.
 */
function checkDimensions([first]: Float32Array[], before: number | undefined): number | undefined {
  const dimensions = first?.length;
  if (before === undefined || dimensions === before) return dimensions;
  const reason = `the batches hold vectors of ${before} and ${dimensions} numbers`;
  throw new EmbeddingError("format", `Embedding failed: ${reason}`, { reason });
}

/** Embeds the next batch; no vectors mean that there are no more texts. */
function embedNext(batches: TextBatches, embed: Embed, stop: CallSignal): Promise<Float32Array[]> {
  const vectors = stop.until(batches.next())
    .then((batch) => batch.length === 0 ? [] : embed(batch, stop));
  vectors.catch(() => {}); // an error is told when the batch is due, which may be never
  return vectors;
}
