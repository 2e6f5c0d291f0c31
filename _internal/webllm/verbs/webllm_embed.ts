// Copyright 2026 the Rivulet authors. MIT license.

import { type CallSignal, untilAborted } from "../../core/call_signal.ts";
import { engineError, keepsEngine } from "../failures/engine_errors.ts";
import type { LocalModels, ModelChoice } from "./local_models.ts";
import type { Turn } from "../session/turn_queue.ts";
import type { Work } from "../session/work.ts";
import { Callbacks } from "../../core/callbacks.ts";
import type { Embed } from "../../core/batching/embed_batch.ts";
import { EmbeddingError } from "../../core/embedding_error.ts";
import { asObject } from "../../core/json.ts";

/** The largest batch of a model in the engine's list, and so the most texts of one request. */
const PART_SIZE = 32;

type Progress = [progress: number, text: string];

/** The model that embeds, and who hears how far its load is. */
export interface EmbeddingPlan extends ModelChoice {
  readonly onProgress: (...progress: Progress) => unknown;
}

/** The embedding of texts with a model in the browser. */
export function webllmEmbed(models: LocalModels, plan: EmbeddingPlan): Embed {
  return async (texts, stop) => {
    const { signal } = stop;
    const turn = await models.enter(plan, { purpose: "embeddings", stop: signal });
    let vectors: Promise<Float32Array[]> | undefined;
    try {
      const work = await load(turn, { models, plan, stop });
      vectors = embedParts(work, texts, signal);
      return await untilAborted(vectors, signal);
    } finally {
      // The caller does not wait for what the engine still does, the next one does.
      models.leave(turn, vectors?.then(() => true, keepsEngine));
    }
  };
}

/** Waits for the engine first, since the callback is the client's: it hears each load once. */
async function load(
  turn: Turn,
  { models, plan, stop }: { models: LocalModels; plan: EmbeddingPlan; stop: CallSignal },
): Promise<Work> {
  await untilAborted(turn.granted, stop.signal);
  turn.feed.reset();
  const callbacks = new Callbacks({ onInitProgress: plan.onProgress }, stop);
  const steps = turn.feed.until(models.load(turn, plan), stop.signal);
  while (true) {
    const { done, value } = await steps.next();
    if (done) return value;
    for (const { progress } of value) {
      stop.throwIfStopped();
      callbacks.call("onInitProgress", ...progress!);
    }
  }
}

/** The engine cannot be interrupted: what is given up ends with the part under way. */
async function embedParts(
  work: Work,
  texts: string[],
  stop: AbortSignal,
): Promise<Float32Array[]> {
  const marked = texts.map(withMarks);
  const vectors: Float32Array[] = new Array(texts.length);
  try {
    const lengths = await work.tokenLengths(marked);
    for (const part of partsOfEqualLength(lengths, { count: texts.length, most: PART_SIZE })) {
      if (stop.aborted) return [];
      const answer = await work.embed(part.map((place) => marked[place]!));
      readVectors(answer, part.length).forEach((vector, index) => vectors[part[index]!] = vector);
    }
  } catch (error) {
    throw error instanceof EmbeddingError ? error : engineError(error, work.model);
  }
  assertOneLength(vectors);
  return vectors;
}

/**
 * A fault of the engine up to 0.2.86: its tokenizer adds no marks, and the vector is that of the first
 * mark. An empty text, which the engine refuses, has a vector with them. The marks of a text itself
 * would be taken for the end of it: with a blank in them they are letters like others.
 */
function withMarks(text: string): string {
  return `[CLS] ${text.replace(/\[(?=(?:CLS|SEP|PAD|MASK|UNK)\])/g, "[ ")} [SEP]`;
}

/**
 * Parts in which texts can go to the engine together, as their places in the list. A fault of the
 * engine up to 0.2.86: it fills up a shorter text with padding and drops the mask, so that the model
 * reads the padding as text. So all texts of a part must have as many tokens; where the lengths are
 * not known, each text is a part of its own.
 */
function partsOfEqualLength(
  lengths: readonly number[] | undefined,
  { count, most }: { count: number; most: number },
): number[][] {
  const places = Array.from({ length: count }, (_, place) => place);
  if (lengths === undefined) return places.map((place) => [place]);
  const open = new Map<number | undefined, number[]>();
  const parts: number[][] = [];
  for (const place of places) {
    const length = lengths[place];
    let part = open.get(length);
    if (part === undefined || part.length === most) {
      part = [];
      open.set(length, part);
      parts.push(part);
    }
    part.push(place);
  }
  return parts;
}

/** The vectors in an answer of the engine, each of length 1; there must be `count` of them. */
function readVectors(answer: unknown, count: number): Float32Array[] {
  const { data } = asObject(answer);
  const entries: unknown[] = Array.isArray(data) ? data : [];
  if (entries.length !== count) throw fault(`${entries.length} vectors for ${count} texts`);
  return entries.map((entry) => normalise(asObject(entry).embedding));
}

/** Throws where two vectors could not be compared. */
function assertOneLength(vectors: readonly Float32Array[]): void {
  const first = vectors[0]?.length;
  const other = vectors.find(({ length }) => length !== first);
  if (other !== undefined) throw fault(`vectors of ${first} and ${other.length} numbers`);
}

/** The engine hands on what the model made, of any length. */
function normalise(embedding: unknown): Float32Array {
  const values: unknown[] = Array.isArray(embedding) ? embedding : [];
  // Summed up in 64 bits, in which no square of a 32-bit number is too large.
  let squares = 0;
  const vector = Float32Array.from(values, (value) => typeof value === "number" ? value : NaN);
  for (const value of vector) squares += value * value;
  if (!Number.isFinite(squares)) throw fault("a vector with a number that is not finite");
  if (squares === 0) throw fault("a vector of zeros, which has no direction");
  const length = Math.sqrt(squares);
  return vector.map((value) => value / length);
}

function fault(what: string): EmbeddingError {
  return new EmbeddingError("engine", `Try again or choose another model, the engine made ${what}`);
}
