// Copyright 2026 the Rivulet authors. MIT license.

import type { SimilarityMatch } from "./embedding_types.ts";

/**
 * The best of all matches that are offered, so many at most: a heap with the worst of them on top,
 * which the next better one replaces.
 */
export class BestMatches {
  readonly #size: number;
  readonly #heap: SimilarityMatch[] = [];

  constructor(size: number) {
    this.#size = size;
  }

  /** Offers a match. Those of equal score are to come in the order of their index. */
  offer(index: number, score: number): void {
    const heap = this.#heap;
    if (heap.length < this.#size) {
      heap.push({ index, score });
      this.#rise(heap.length - 1);
    } else if (this.#size > 0 && isLower(heap[0]!.score, score)) {
      heap[0] = { index, score };
      this.#sink(0);
    }
  }

  /** The matches, best first. */
  inOrder(): SimilarityMatch[] {
    return this.#heap.sort((a, b) => isWorse(a, b) ? 1 : -1);
  }

  #rise(place: number): void {
    const heap = this.#heap;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!isWorse(heap[place]!, heap[above]!)) return;
      this.#swap(place, above);
      place = above;
    }
  }

  #sink(place: number): void {
    const heap = this.#heap;
    while (true) {
      const left = 2 * place + 1;
      const right = left + 1;
      if (left >= heap.length) return;
      const below = right < heap.length && isWorse(heap[right]!, heap[left]!) ? right : left;
      if (!isWorse(heap[below]!, heap[place]!)) return;
      this.#swap(place, below);
      place = below;
    }
  }

  #swap(a: number, b: number): void {
    const heap = this.#heap;
    [heap[a], heap[b]] = [heap[b]!, heap[a]!];
  }
}

/** Whether a score is lower; one that is not a number is the lowest. */
function isLower(a: number, b: number): boolean {
  return Number.isNaN(a) ? !Number.isNaN(b) : a < b;
}

function isWorse(a: SimilarityMatch, b: SimilarityMatch): boolean {
  if (isLower(a.score, b.score)) return true;
  return !isLower(b.score, a.score) && a.index > b.index;
}
