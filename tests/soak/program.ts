// Copyright 2026 the Rivulet authors. MIT license.

// Puts loads on the library, in any runtime, and prints what it holds behind each.

import process from "node:process";
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
function faultOf(before: Held, after: Held, keptBytes: number): string | undefined {
  const bytes = after.heapBytes - before.heapBytes;
  if (bytes > MAX_GROWN_BYTES + keptBytes) return `the heap has grown by ${inMebibytes(bytes)} MiB`;
  const count = after.descriptors - before.descriptors;
  return count > MAX_GROWN_DESCRIPTORS ? `${count} descriptors more are open` : undefined;
}

/** What the platform itself keeps of one signal for each call: see docs/platforms.md. */
function keptBytesOf(load: Load, count: number): number {
  const isNode22 = process.versions.bun === undefined && /^v22\./.test(process.version);
  return isNode22 && load.hasOneSignal ? 200 * count : 0;
}

function inMebibytes(bytes: number): string {
  return (bytes / 1024 ** 2).toFixed(1);
}

/** Runs a load, prints what it took, and tells whether nothing has grown. */
async function soak(load: Load, base: string, scale: number): Promise<boolean> {
  const { name, count, run } = load;
  const wanted = Math.max(10, Math.round(count * scale));
  await run(base, Math.ceil(wanted / 10));
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const before = heldNow();
  const start = performance.now();
  const gaps = new GapWatch();
  try {
    await run(base, wanted);
  } finally {
    gaps.end();
  }
  const seconds = (performance.now() - start) / 1000;
  const { longestMs } = gaps;
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const after = heldNow();
  const fault = faultOf(before, after, keptBytesOf(load, wanted));
  print([
    `${fault === undefined ? "ok" : "FAILED"} ${wanted.toLocaleString("en")} ${name}:`,
    `${seconds.toFixed(1)} s, longest gap ${longestMs.toFixed(0)} ms,`,
    `heap ${inMebibytes(before.heapBytes)} → ${inMebibytes(after.heapBytes)} MiB,`,
    `sockets ${before.sockets} → ${after.sockets},`,
    `descriptors ${before.descriptors} → ${after.descriptors}`,
    ...fault === undefined ? [] : [`(${fault})`],
  ].join(" "));
  return fault === undefined;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

const { values, positionals: [base = ""] } = parseArgs({
  options: {
    only: { type: "string" },
    scale: { type: "string" },
    seconds: { type: "string" },
  },
  allowPositionals: true,
});

/** Each load once, and again as long as there is time. */
async function soakAll(): Promise<boolean> {
  const end = performance.now() + Number(values.seconds ?? 0) * 1000;
  let isGood = true;
  do {
    for (const load of LOADS.filter(({ name }) => name.includes(values.only ?? ""))) {
      isGood = await soak(load, base, Number(values.scale ?? 1)) && isGood;
    }
  } while (performance.now() < end);
  return isGood;
}

process.exit(await soakAll() ? 0 : 1);
