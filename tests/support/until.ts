// Copyright 2026 the Rivulet authors. MIT license.

const STEP_MS = 5;

/** How long a test waits for anything; far more than it takes, and far less than a hang. */
export const LIMIT_MS = 30_000;

/**
 * Waits until a condition holds that nothing tells of. Rejects, with the name of what was waited
 * for, where that takes too long.
 */
export async function until(
  condition: () => boolean,
  what: string,
  { limitMs = LIMIT_MS }: { limitMs?: number } = {},
): Promise<void> {
  const end = performance.now() + limitMs;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`Waited ${limitMs} ms in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
}

/** Waits for a promise as `until()` does for a condition. */
export async function within<T>(
  promise: Promise<T>,
  what: string,
  { limitMs = LIMIT_MS }: { limitMs?: number } = {},
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`Waited ${limitMs} ms in vain for ${what}`)),
      limitMs,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
