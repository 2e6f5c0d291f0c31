// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The bytes of this test file's own heap and buffers, garbage with them. Files run side by side in
 * one process, whose memory as a whole (`rss`) is that of them all.
 */
export function ownMemory(): number {
  const { heapUsed, external } = Deno.memoryUsage();
  return heapUsed + external;
}
