// Copyright 2026 the Rivulet authors. MIT license.

/** Waits until a condition holds that nothing tells of. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
}
