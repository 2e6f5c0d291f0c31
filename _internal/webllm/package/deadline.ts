// Copyright 2026 the Rivulet authors. MIT license.

/** A moment after which something is waited for no longer. */
export class Deadline {
  /** Settles at that moment, unless it is cancelled before. */
  readonly passed: Promise<void>;
  readonly #timers: ReturnType<typeof setTimeout>[] = [];
  #pass!: () => void;

  constructor(milliseconds: number) {
    this.passed = new Promise((resolve) => this.#pass = resolve);
    this.notLaterThan(milliseconds);
  }

  /** Moves the moment closer, if it is farther away than this from now. */
  notLaterThan(milliseconds: number): void {
    this.#timers.push(setTimeout(this.#pass, milliseconds));
  }

  /** Forgets the moment. */
  cancel(): void {
    this.#timers.splice(0).forEach(clearTimeout);
  }
}
