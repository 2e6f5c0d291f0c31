// Copyright 2026 the Rivulet authors. MIT license.

import { untilAborted } from "../../embedding/batching/abort.ts";
import type { Embed } from "../../embedding/batching/types.ts";
import { untilStopped } from "../_abort.ts";
import type { StreamPart } from "../_stream_parser.ts";
import { rememberOrigin } from "../errors.ts";
import { engineError } from "./_engine_errors.ts";
import { assertOneLength, readVectors } from "./_engine_vectors.ts";
import type { ModelEngine } from "./_model_engine.ts";
import type { ModelChoice, Runtime } from "./_runtime.ts";
import type { Turn } from "./_turn.ts";

/** The largest batch of a model in the engine's list, and so the most texts of one request. */
const PART_SIZE = 32;

type Progress = NonNullable<StreamPart["progress"]>;

/** The model that embeds, and who hears how far its load is. */
export interface EmbeddingPlan extends ModelChoice {
  readonly onProgress: (...progress: Progress) => void;
}

/** The embedding of texts with a model in the browser. */
export function webllmEmbed(runtime: Runtime, plan: EmbeddingPlan): Embed {
  async function embed(texts: string[], stop: AbortSignal): Promise<Float32Array[]> {
    const turn = await runtime.enter(plan, { purpose: "embeddings", stop });
    let vectors: Promise<Float32Array[]> | undefined;
    try {
      vectors = embedParts(await load(turn, stop), texts, stop);
      return await vectors;
    } finally {
      // A caller who aborts has left before: the next turn waits for what the engine still does.
      runtime.leave(turn, vectors?.then(() => true, () => false));
    }
  }

  /** Waits for the turn, since the callback is the client's: it hears each load once. */
  async function load(turn: Turn, stop: AbortSignal): Promise<ModelEngine> {
    await untilStopped(turn.granted, stop);
    turn.feed.reset();
    const steps = turn.feed.until(runtime.load(turn, plan), stop);
    while (true) {
      const { done, value } = await steps.next();
      if (done) return value;
      for (const { progress } of value) report(progress!, stop);
    }
  }

  function report(progress: Progress, stop: AbortSignal): void {
    stop.throwIfAborted();
    try {
      plan.onProgress(...progress);
    } catch (error) {
      rememberOrigin(error, "callback");
      throw error;
    }
  }

  return (texts, signal = new AbortController().signal) =>
    untilAborted(embed(texts, signal), signal);
}

/** The engine cannot be interrupted: what is given up ends with the part under way. */
async function embedParts(
  engine: ModelEngine,
  texts: string[],
  stop: AbortSignal,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  try {
    for (let start = 0; start < texts.length && !stop.aborted; start += PART_SIZE) {
      const part = texts.slice(start, start + PART_SIZE).map(withMarks);
      vectors.push(...readVectors(await engine.embed(part), part.length));
    }
  } catch (error) {
    throw engineError(error, engine.model);
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
