// Copyright 2026 the Rivulet authors. MIT license.

import { topK } from "@rivulet/llm/embedding";
import type { Repository } from "./repository.ts";

/** Finds repositories by what a question means. */
export class MeaningIndex {
  readonly #repositories: readonly Repository[];
  readonly #vectors: readonly Float32Array[];

  /** `vectors` has one vector for each of the first repositories; the others are not found. */
  constructor(repositories: readonly Repository[], vectors: readonly Float32Array[]) {
    this.#repositories = repositories;
    this.#vectors = vectors;
  }

  /** The nearest, at most `limit`, nearest first. */
  search(query: Float32Array, limit: number): Repository[] {
    return topK(query, this.#vectors, limit).map(({ index }) => this.#repositories[index]!);
  }
}
