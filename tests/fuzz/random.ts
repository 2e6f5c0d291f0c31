// Copyright 2026 the Rivulet authors. MIT license.

/** Chance that can be repeated: the same seed gives the same choices (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** True once in `times`. */
  once(times: number): boolean {
    return this.below(times) === 0;
  }

  pick<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)]!;
  }

  /** Bytes without any sense. */
  bytes(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from({ length: this.below(200) }, () => this.below(256));
  }

  /** Cuts bytes into pieces of random lengths. */
  cut(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
    const longest = this.pick([1, 3, 17, 400, 100_000]);
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for (let start = 0; start < bytes.length;) {
      const end = start + 1 + this.below(longest);
      pieces.push(bytes.subarray(start, end));
      start = end;
    }
    return pieces;
  }
}
