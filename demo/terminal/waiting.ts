// Copyright 2026 the Rivulet authors. MIT license.

const SECOND_MS = 1000;

/** A wait this short needs no word. */
const PATIENCE_S = 2;

/**
 * Tells each second how long a wait takes, from the second one on; silence would look like a hang.
 * Returns what ends it.
 */
export function startWaiting(tell: (text: string) => void, what: () => string): () => void {
  let seconds = 0;
  const timer = setInterval(() => {
    if (++seconds >= PATIENCE_S) tell(`${what()} · ${seconds} s`);
  }, SECOND_MS);
  return () => clearInterval(timer);
}

/** So long between two words is no pace but a halt. */
const STALL_S = 5;

/** A watch over something that goes on in steps. */
export interface StallWatch {
  /** Another step. */
  step(): void;
  end(): void;
}

/** Tells each second how long nothing has come, from a halt on. */
export function watchStalls(tell: (text: string) => void, what: () => string): StallWatch {
  let seconds = 0;
  const timer = setInterval(() => {
    if (++seconds >= STALL_S) tell(`${what()} · ${seconds} s`);
  }, SECOND_MS);
  return {
    step: () => seconds = 0,
    end: () => clearInterval(timer),
  };
}

/** Waits for a promise and tells of it. */
export async function whileWaiting<T>(
  promise: Promise<T>,
  tell: (text: string) => void,
  what: string,
): Promise<T> {
  const end = startWaiting(tell, () => what);
  try {
    return await promise;
  } finally {
    end();
  }
}
