// Copyright 2026 the Rivulet authors. MIT license.

/**
 * How long silence is waited for, in milliseconds. A fault of the engine up to 0.2.86: a step of it
 * may never end, after a broken schema or a lost device. That must not hold others up for ever, and
 * an engine that is slow must not lose its answer: a long question on a graphics card that the
 * processor plays takes minutes, and a step that nobody waits behind may take long.
 */
export const patience = {
  /** Between two pings to a worker that has something to do. */
  pulse: 5_000,
  /**
   * Until a worker that has answered once, and then no ping, is dead: ended from outside, crashed. A
   * large grammar keeps a slow phone busy for many seconds.
   */
  dead: 60_000,
  /** Until one is dead that has never answered: its file may be on its way. */
  start: 300_000,
  /** For WebGPU to offer an adapter, which takes no time. */
  adapter: 30_000,
  /** For the first word of an answer, and for the vectors of one request. */
  firstStep: 600_000,
  /** For each word after it. */
  step: 120_000,
  /** For either, while a question to another model waits behind it. */
  stepForOther: 60_000,
  /** For either, while `unload()` or `deleteModel()` waits behind it. */
  stepForEnd: 10_000,
  /** For the next report of a load; while it downloads, a report may take any time. */
  load: 300_000,
  /** For the next report of a load or a download that somebody waits behind for another one. */
  loadForOther: 60_000,
  /** For an engine to stop that was told to: to load the model again takes longer. */
  stop: 10_000,
  /** The same where the next one does not want it, on a thread that cannot be cut off. */
  stopUnwanted: 1_000,
  /** For an engine on this thread to free its memory. */
  unload: 10_000,
} as const;

/** The promise's outcome, or undefined if that takes longer. */
export async function atMost<T>(milliseconds: number, promise: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([promise, passed]);
  } finally {
    clearTimeout(timer);
  }
}

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
