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
