// Copyright 2026 the Rivulet authors. MIT license.

/** How fast something goes, to tell how long the rest takes. */
export class Pace {
  readonly #now: () => number;
  #start: number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#start = now();
  }

  /** What came before does not count: a model had to be loaded first. */
  restart(): void {
    this.#start = this.#now();
  }

  get elapsedMs(): number {
    return this.#now() - this.#start;
  }

  leftMs(done: number, total: number): number {
    return this.elapsedMs / done * (total - done);
  }
}
