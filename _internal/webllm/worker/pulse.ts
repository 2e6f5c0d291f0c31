// Copyright 2026 the Rivulet authors. MIT license.

import { patience } from "../patience.ts";

/**
 * Finds out that a worker is dead, which no event tells: it was ended from outside, or the browser
 * has ended it. Counts its pings and no time: a computer that slept has asked for nothing.
 */
export class Pulse {
  readonly #ping: () => void;
  readonly #onDead: (milliseconds: number) => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  #unanswered = 0;
  #hasRun = false;

  constructor(ping: () => void, onDead: (milliseconds: number) => void) {
    this.#ping = ping;
    this.#onDead = onDead;
  }

  /** Begins to look after a worker that has something to do. */
  start(): void {
    if (this.#timer !== undefined) return;
    this.#unanswered = 1;
    this.#ping();
    this.#timer = setInterval(() => this.#beat(), patience.pulse);
  }

  /** Takes note of anything that the worker says. */
  heard(): void {
    this.#unanswered = 0;
    this.#hasRun = true;
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #beat(): void {
    const limit = this.#hasRun ? patience.dead : patience.start;
    if (this.#unanswered * patience.pulse >= limit) return this.#onDead(limit);
    this.#unanswered++;
    this.#ping();
  }
}
