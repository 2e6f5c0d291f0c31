// Copyright 2026 the Rivulet authors. MIT license.

import type { Accept } from "./filters.ts";
import { NearFloor } from "./near_floor.ts";
import { PackedVectors, packVector } from "./packed_vectors.ts";
import type { Repository } from "./repository.ts";

/** Finds repositories by what a question means. */
export class MeaningIndex {
  readonly #vectors = new PackedVectors();
  readonly #floor = new NearFloor(this.#vectors);
  readonly #rows = new Map<string, number>();
  /** By their rows; undefined where the repository is not here yet. */
  readonly #repositories: (Repository | undefined)[] = [];

  /** `vectors` has one vector for each of the first repositories; the others are not found. */
  constructor(
    repositories: readonly Repository[] = [],
    vectors: readonly ArrayLike<number>[] = [],
  ) {
    this.put(vectors.map((vector, index) => [repositories[index]!.fullName, vector]));
    for (const repository of repositories) this.add(repository);
  }

  /** Takes the vectors of questions that no list answers: what comes no nearer is no match. */
  setUnrelated(unrelated: readonly ArrayLike<number>[]): void {
    this.#floor.setUnrelated(unrelated);
  }

  /** Adds the vectors of repositories, or others in their place; all are to be of one length. */
  put(vectors: Iterable<readonly [fullName: string, vector: ArrayLike<number>]>): void {
    for (const [fullName, vector] of vectors) {
      const { count, dimensions } = this.#vectors;
      if (count > 0 && vector.length !== dimensions) continue;
      const row = this.#rows.get(fullName) ?? count;
      this.#rows.set(fullName, row);
      this.#vectors.set(row, vector instanceof Int8Array ? vector : packVector(vector));
    }
    this.#floor.readOn();
  }

  /** Adds a repository, which is found where it has a vector. */
  add(repository: Repository): void {
    const row = this.#rows.get(repository.fullName);
    if (row !== undefined) this.#repositories[row] = repository;
  }

  /** The numbers of a repository; undefined where it has none. */
  vectorOf(fullName: string): Int8Array | undefined {
    const row = this.#rows.get(fullName);
    return row === undefined ? undefined : this.#vectors.row(row);
  }

  /**
   * The nearest that are accepted, at most `limit`, nearest first; only those that are nearer than
   * questions come that have nothing to do with the list: some are always the nearest.
   */
  search(query: ArrayLike<number>, limit: number, accept: Accept = () => true): Repository[] {
    if (query.length !== this.#vectors.dimensions) return [];
    const cosines = this.#vectors.cosines(query);
    const floor = this.#floor.value;
    return Array.from(cosines.keys())
      .filter((row) => {
        const repository = this.#repositories[row];
        return cosines[row]! >= floor && repository !== undefined && accept(repository);
      })
      .sort((one, other) => cosines[other]! - cosines[one]! || one - other)
      .slice(0, limit)
      .map((row) => this.#repositories[row]!);
  }
}
