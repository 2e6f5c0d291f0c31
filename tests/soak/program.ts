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

/** Behind each part of a load it is looked what is held, to tell a slope from a step. */
const PARTS = 10;

/** What is held when connections that are kept have closed. */
async function heldAtRest(): Promise<Held> {
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  return heldNow();
}

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
async function soak(load: Load, base: string, scale: number): Promise<boolean> {
  const { name, count, parts = PARTS, run } = load;
  const wanted = Math.max(10, Math.round(count * scale));
  await run(base, Math.ceil(wanted / 10));
  const before = await heldAtRest();
  const start = performance.now();
  const gaps = new GapWatch();
  const behind: Held[] = [];
  let [restMs, left] = [0, wanted];
  try {
    for (let part = parts; part > 0; part--) {
      const size = Math.ceil(left / part);
      left -= size;
      await run(base, size);
      const ranAt = performance.now();
      gaps.pause();
      behind.push(await heldAtRest());
      gaps.goOn();
      restMs += performance.now() - ranAt;
    }
  } finally {
    gaps.end();
  }
  const seconds = (performance.now() - start - restMs) / 1000;
  const { longestMs } = gaps;
  const after = behind.at(-1)!;
  const fault = faultOf(before, after);
  print([
    `${fault === undefined ? "ok" : "FAILED"} ${wanted.toLocaleString("en")} ${name}:`,
    `${seconds.toFixed(1)} s, longest gap ${longestMs.toFixed(0)} ms,`,
    `heap ${[before, ...behind].map(({ heapBytes }) => inMebibytes(heapBytes)).join(" → ")} MiB,`,
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
