// Copyright 2026 the Rivulet authors. MIT license.

import { type Stop, untilAborted } from "../../_shared/stop.ts";
import { engineError } from "../../providers/webllm/_engine_errors.ts";
import type { ModelEngine } from "../../providers/webllm/_model_engine.ts";
import type { ModelChoice, ModelScheduler } from "../../providers/webllm/_model_scheduler.ts";
import type { QueueEntry } from "../../providers/webllm/_queue_entry.ts";
import { callBack } from "../_batching/call_back.ts";
import type { Embed } from "../_batching/embed_batch.ts";
import { assertOneLength, readVectors } from "./_engine_vectors.ts";

/** The largest batch of a model in the engine's list, and so the most texts of one request. */
const PART_SIZE = 32;

type Progress = [progress: number, text: string];

/** The model that embeds, and who hears how far its load is. */
export interface EmbeddingPlan extends ModelChoice {
  readonly onProgress: (...progress: Progress) => unknown;
}

/** The embedding of texts with a model in the browser. */
export function webllmEmbed(scheduler: ModelScheduler, plan: EmbeddingPlan): Embed {
  return async (texts, stop) => {
    const { signal } = stop;
    const entry = await scheduler.enter(plan, { purpose: "embeddings", stop: signal });
    let vectors: Promise<Float32Array[]> | undefined;
    try {
      const engine = await load(entry, { scheduler, plan, stop });
      vectors = embedParts(engine, texts, signal);
      return await vectors;
    } finally {
      // A caller who aborts has left before: the next one waits for what the engine still does.
      scheduler.leave(entry, vectors?.then(() => true, () => false));
    }
  };
}

/** Waits for the engine first, since the callback is the client's: it hears each load once. */
async function load(
  entry: QueueEntry,
  { scheduler, plan, stop }: { scheduler: ModelScheduler; plan: EmbeddingPlan; stop: Stop },
): Promise<ModelEngine> {
  await untilAborted(entry.granted, stop.signal);
  entry.feed.reset();
  const steps = entry.feed.until(scheduler.load(entry, plan), stop.signal);
  while (true) {
    const { done, value } = await steps.next();
    if (done) return value;
    for (const { progress } of value) {
      stop.throwIfStopped();
      callBack(() => plan.onProgress(...progress!), stop);
    }
  }
}

/** The engine cannot be interrupted: what is given up ends with the part under way. */
async function embedParts(
  engine: ModelEngine,
  texts: string[],
  stop: AbortSignal,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length && !stop.aborted; start += PART_SIZE) {
    const part = texts.slice(start, start + PART_SIZE).map(withMarks);
    const answer = await engine.embed(part).catch((error) => {
      throw engineError(error, engine.model);
    });
    vectors.push(...readVectors(answer, part.length));
  }
  assertOneLength(vectors);
  return vectors;
}

/**
 * The engine's tokenizer adds no marks of its own, and the model is read at the first one. An empty
 * text, which the engine refuses, has a vector with them.
 */
function withMarks(text: string): string {
  return `[CLS] ${text} [SEP]`;
}
