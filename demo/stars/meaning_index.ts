// Copyright 2026 the Rivulet authors. MIT license.

import { topK } from "@rivulet/llm/embedding";
import type { Repository } from "./repository.ts";

/** Fewer vectors than this say nothing of what is far and what is near. */
const MIN_FOR_FLOOR = 30;

/**
 * So many standard deviations above the mean is near: models differ in what far looks like. All 30
 * questions of docs/retrieval.md keep what is expected of them; the best of each stands at 3.4 or more.
 */
const NEAR = 2.5;

/**
 * Who stars mostly one kind of thing has many that are near, which raises mean and deviation until
 * none stands out: what is nearly as near as the nearest, counted from the mean, is near too.
 */
const AS_NEAR_AS_THE_NEAREST = 0.9;

/** Finds repositories by what a question means. */
export class MeaningIndex {
  readonly #repositories: readonly Repository[];
  readonly #vectors: readonly Float32Array[];

  /** `vectors` has one vector for each of the first repositories; the others are not found. */
  constructor(repositories: readonly Repository[], vectors: readonly Float32Array[]) {
    this.#repositories = repositories;
    this.#vectors = vectors;
  }

  /**
   * The nearest, at most `limit`, nearest first. In a long list only those that are nearer than most
   * of it: some are always the nearest, also where none has to do with the question.
   */
  search(query: Float32Array, limit: number): Repository[] {
    const nearest = topK(query, this.#vectors, this.#vectors.length);
    const floor = floorOf(nearest.map(({ score }) => score));
    return nearest.slice(0, limit)
      .filter(({ score }) => score >= floor)
      .map(({ index }) => this.#repositories[index]!);
  }
}

/** `scores` is sorted, best first. */
function floorOf(scores: readonly number[]): number {
  const { length } = scores;
  if (length < MIN_FOR_FLOOR) return -Infinity;
  const mean = scores.reduce((sum, score) => sum + score, 0) / length;
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / length;
  const nearest = scores[0]! - mean;
  return mean + Math.min(NEAR * Math.sqrt(variance), AS_NEAR_AS_THE_NEAREST * nearest);
}
