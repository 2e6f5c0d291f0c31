// Copyright 2026 the Rivulet authors. MIT license.

const LIMIT_MS = 120_000;
const STEP_MS = 100;

/** Asks again and again until the answer is yes, and tells how many milliseconds that took. */
export async function until(isSo: () => Promise<boolean>, what: string): Promise<number> {
  const start = performance.now();
  while (performance.now() - start < LIMIT_MS) {
    if (await isSo()) return Math.round(performance.now() - start);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  throw new Error(`Waited ${LIMIT_MS / 1000} s for ${what}`);
}
