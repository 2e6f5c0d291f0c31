// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Long loads against the library, and what it holds after them: `deno task soak`, with `--only
 * questions` for one of them and `--scale 0.1` for a tenth. Fails where something grows.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { type Load, LOADS } from "./loads.ts";
import { GapWatch, type Held, heldNow } from "./watch.ts";

/** What a heap may have grown by where nothing is kept: caches of the engine. */
const MAX_GROWN_BYTES = 8 * 1024 * 1024;

/** Connections that are kept for the next question. */
const MAX_GROWN_DESCRIPTORS = 64;

/** How long kept connections may take to close. */
const REST_MS = 500;

/** What is wrong behind a load; undefined if nothing is. */
function faultOf(before: Held, after: Held): string | undefined {
  const bytes = after.heapBytes - before.heapBytes;
  if (bytes > MAX_GROWN_BYTES) return `the heap has grown by ${inMebibytes(bytes)} MiB`;
  const count = after.descriptors - before.descriptors;
  return count > MAX_GROWN_DESCRIPTORS ? `${count} descriptors more are open` : undefined;
}

function inMebibytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(1);
}

/** Runs a load, prints what it took, and tells whether nothing has grown. */
async function soak({ name, count, run }: Load, base: string, scale: number): Promise<boolean> {
  const wanted = Math.max(10, Math.round(count * scale));
  await run(base, Math.ceil(wanted / 10));
  const before = heldNow();
  const start = performance.now();
  using gaps = new GapWatch();
  await run(base, wanted);
  const seconds = (performance.now() - start) / 1000;
  const { longestMs } = gaps;
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const after = heldNow();
  const fault = faultOf(before, after);
  await print([
    `${fault === undefined ? "ok" : "FAILED"} ${wanted.toLocaleString("en")} ${name}:`,
    `${seconds.toFixed(1)} s, longest gap ${longestMs.toFixed(0)} ms,`,
    `heap ${inMebibytes(before.heapBytes)} → ${inMebibytes(after.heapBytes)} MiB,`,
    `sockets ${before.sockets} → ${after.sockets},`,
    `descriptors ${before.descriptors} → ${after.descriptors}`,
    ...fault === undefined ? [] : [`(${fault})`],
  ].join(" "));
  return fault === undefined;
}

async function print(line: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${line}\n`));
}

const { values } = parseArgs({
  args: Deno.args,
  options: { only: { type: "string" }, scale: { type: "string" } },
});
const server = new Deno.Command(Deno.execPath(), {
  args: ["run", "--frozen", "--allow-net=127.0.0.1", new URL("server.ts", import.meta.url).href],
  stdout: "piped",
}).spawn();
const reader = server.stdout.pipeThrough(new TextDecoderStream()).getReader();
const base = `http://127.0.0.1:${(await reader.read()).value?.trim()}`;
let isGood = true;
try {
  for (const load of LOADS.filter(({ name }) => name.includes(values.only ?? ""))) {
    isGood = await soak(load, base, Number(values.scale ?? 1)) && isGood;
  }
} finally {
  server.kill();
}
Deno.exit(isGood ? 0 : 1);
