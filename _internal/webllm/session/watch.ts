// Copyright 2026 the Rivulet authors. MIT license.

const TICK_MS = 1_000;

/**
 * Counts how long an engine has given no sign of life. It counts turns of a timer and not the time:
 * a computer that slept, or a page that was frozen, has not been silent.
 */
export class Watch {
  readonly #limit: () => number;
  readonly #onSilent: (milliseconds: number) => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  #quiet = 0;
  #lowest = Infinity;

  /** `limit` tells how long silence is waited for as things are, 0 for not at all. */
  constructor(limit: () => number, onSilent: (milliseconds: number) => void) {
    this.#limit = limit;
    this.#onSilent = onSilent;
  }

  /** Begins anew. */
  start(): void {
    this.stop();
    this.#lowest = Infinity;
    this.look();
  }

  /** Takes note of a sign of life. */
  heard(): void {
    this.#quiet = 0;
  }

  /** Looks whether there is less patience than before: then it begins now. */
  look(): void {
    const limit = this.#limit();
    if (limit === 0) return this.#onSilent(0);
    if (limit < this.#lowest) {
      this.stop();
      this.#timer = setInterval(() => this.#tick(), TICK_MS);
    }
    this.#lowest = limit;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#quiet = 0;
  }

  #tick(): void {
    this.#quiet += TICK_MS;
    const limit = this.#limit();
    if (this.#quiet >= limit) this.#onSilent(limit);
  }
}
