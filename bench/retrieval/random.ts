// Copyright 2026 the Rivulet authors. MIT license.

/** Draws the same in each run: numbers from 0 to below 1. */
export class Draws {
  #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  next(): number {
    this.#seed = (Math.imul(this.#seed, 1664525) + 1013904223) >>> 0;
    // The lower bits of such a series hardly change, and neighbours are much alike.
    const mixed = Math.imul(this.#seed ^ (this.#seed >>> 15), 0x85ebca6b);
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
  }

  /** One of these; with `towards` above 1 rather one of the first. */
  pick<Value>(values: readonly Value[], towards = 1): Value {
    return values[Math.floor(this.next() ** towards * values.length)]!;
  }

  /** Whether something comes to pass that does so this often. */
  is(share: number): boolean {
    return this.next() < share;
  }
}
