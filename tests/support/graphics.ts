// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Whether tests may use the graphics adapter of this machine, which takes RIVULET_GPU_TESTS=1: a
 * driver that counts on the processor was seen to end the whole process in a crash, after the last
 * test.
 */
export const hasGraphics: boolean = Deno.env.get("RIVULET_GPU_TESTS") === "1" &&
  (await navigator.gpu?.requestAdapter() ?? null) !== null;
