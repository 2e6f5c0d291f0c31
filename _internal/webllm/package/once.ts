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
