// Copyright 2026 the Rivulet authors. MIT license.

/**
 * A function that runs the given one at the first call and hands on its outcome from then on. A
 * failure is forgotten.
 */
export function once<T>(run: () => Promise<T>): () => Promise<T> {
  let outcome: Promise<T> | undefined;
  return () => {
    outcome ??= run().catch((error) => {
      outcome = undefined;
      throw error;
    });
    return outcome;
  };
}

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
