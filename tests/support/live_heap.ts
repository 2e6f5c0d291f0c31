// Copyright 2026 the Rivulet authors. MIT license.

// In Deno, Node and Bun.

import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const { Bun } = globalThis as { Bun?: { gc(isSync: boolean): void } };
if (Bun === undefined) setFlagsFromString("--expose-gc");
const collectGarbage: () => void = Bun === undefined ? runInNewContext("gc") : () => Bun.gc(true);

/** How many bytes the heap and its buffers take, without garbage. */
export function liveHeapBytes(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
