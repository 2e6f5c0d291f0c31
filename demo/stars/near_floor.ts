// Copyright 2026 the Rivulet authors. MIT license.

import type { PackedVectors } from "./packed_vectors.ts";

/** Fewer vectors than this say nothing of what is far and what is near. */
const MIN_FOR_FLOOR = 30;

/** Of the questions that no list answers, so many come less near to it than what is near. */
const UNRELATED_BELOW = 4 / 5;

/** So many repositories stand for all, where it is not known how near unrelated questions come. */
const SAMPLES = 32;
/**
 * How far a near question is from the mean to where the neighbour of a repository mostly is. Of
 * all-minilm it is as far as the unrelated questions say, in a list of thousands.
 */
const OF_NEIGHBOUR = 0.43;

/**
 * From which cosine on something is near to a question. Models differ in what far looks like, and
 * in a longer list something is always nearer: so the list and the model themselves tell.
 */
export class NearFloor {
  readonly #vectors: PackedVectors;
  #unrelated: readonly ArrayLike<number>[] = [];
  /** The cosine of the nearest to each unrelated question, among the rows before `#read`. */
  #bests: number[] = [];
  #read = 0;
  #byNeighbours: { readonly count: number; readonly floor: number } | undefined;

  constructor(vectors: PackedVectors) {
    this.#vectors = vectors;
  }

  /** Takes the vectors of questions that no list answers. */
  setUnrelated(unrelated: readonly ArrayLike<number>[]): void {
    this.#unrelated = unrelated;
    this.#bests = unrelated.map(() => -1);
    this.#read = 0;
  }

  get value(): number {
    const { count } = this.#vectors;
    if (count < MIN_FOR_FLOOR) return -Infinity;
    if (this.#unrelated.length === 0) return this.#neighbourFloor();
    this.readOn();
    const sorted = this.#bests.toSorted((one, other) => one - other);
    return sorted[Math.floor(sorted.length * UNRELATED_BELOW)]!;
  }

  /** Compares the rows that are new: in small steps, so that no search has to wait for all. */
  readOn(): void {
    const from = this.#read;
    if (from === this.#vectors.count) return;
    this.#bests = this.#unrelated.map((question, index) =>
      this.#vectors.cosines(question, from).reduce(greater, this.#bests[index]!)
    );
    this.#read = this.#vectors.count;
  }

  #neighbourFloor(): number {
    const { count } = this.#vectors;
    const known = this.#byNeighbours;
    // A few more change little.
    if (known !== undefined && count < known.count * 1.25 && count >= known.count) {
      return known.floor;
    }
    let sum = 0;
    const neighbours = Array.from({ length: SAMPLES }, (_, sample) => {
      const row = Math.floor(sample * count / SAMPLES);
      const cosines = this.#vectors.cosines(this.#vectors.row(row));
      cosines[row] = -1;
      sum += cosines.reduce((total, cosine) => total + cosine, 1) / (count - 1);
      return cosines.reduce(greater, -1);
    }).sort((one, other) => one - other);
    const mean = sum / SAMPLES;
    const floor = mean + OF_NEIGHBOUR * (neighbours[SAMPLES / 2]! - mean);
    this.#byNeighbours = { count, floor };
    return floor;
  }
}

function greater(one: number, other: number): number {
  return one > other ? one : other;
}
