// Copyright 2026 the Rivulet authors. MIT license.

import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** How many bytes the heap and its buffers take, without garbage. */
export function liveHeapBytes(): number {
  collectGarbage();
  const { heapUsed, external } = Deno.memoryUsage();
  return heapUsed + external;
}
