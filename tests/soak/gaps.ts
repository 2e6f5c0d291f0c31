// Copyright 2026 the Rivulet authors. MIT license.

/**
 * How long each reader holds up everything else, at its limits: `deno task gaps`. For each text the
 * longest time without a turn for timers, and how much of it the program itself was at work, which
 * does not count other programs on the machine. `--only` names a part of the readers, `--texts` of
 * what they read.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { DEMO_READERS, DEMO_TEXTS } from "../security/demo_readers.ts";
import { oneChunk, READERS, TEXTS } from "../security/gap_readers.ts";
import { MORE_READERS, MORE_TEXTS } from "./gap_texts.ts";

/** What somebody at a keyboard does not feel. */
const MAX_OWN_MS = 100;

/** Where Linux tells how long this thread was at work, in nanoseconds. */
const WORK = "/proc/thread-self/schedstat";

function ownMs(): number {
  return Number(Deno.readTextFileSync(WORK).split(" ")[0]) / 1e6;
}

/** The longest time without a turn, and the longest of it in which this thread was at work. */
interface Gap {
  wallMs: number;
  ownMs: number;
}

/** Does a work while timers look at the clock. */
async function watch(work: () => unknown): Promise<Gap> {
  const longest: Gap = { wallMs: 0, ownMs: 0 };
  let [wall, own] = [performance.now(), ownMs()];
  const look = (): void => {
    const [wallNow, ownNow] = [performance.now(), ownMs()];
    longest.wallMs = Math.max(longest.wallMs, wallNow - wall);
    longest.ownMs = Math.max(longest.ownMs, ownNow - own);
    [wall, own] = [wallNow, ownNow];
  };
  const timer = setInterval(look, 1);
  await new Promise((resolve) => setTimeout(resolve, 5));
  look();
  try {
    await work();
  } catch {
    // Most of these texts are refused.
  }
  await new Promise((resolve) => setTimeout(resolve, 5));
  clearInterval(timer);
  return longest;
}

async function print(line: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${line}\n`));
}

const { values } = parseArgs({
  args: Deno.args,
  options: { only: { type: "string" }, texts: { type: "string" }, rounds: { type: "string" } },
});
let isGood = true;
const CASES = [
  ...[...READERS, ...MORE_READERS].map((reader) => ({ reader, texts: [...TEXTS, ...MORE_TEXTS] })),
  ...DEMO_READERS.map((reader) => ({ reader, texts: [...TEXTS, ...MORE_TEXTS, ...DEMO_TEXTS] })),
];
for (const { reader: [name, read], texts } of CASES) {
  if (!name.includes(values.only ?? "")) continue;
  const rows: { what: string; gap: Gap }[] = [];
  for (const [what, text] of texts) {
    if (!what.includes(values.texts ?? "")) continue;
    const bytes = new TextEncoder().encode(text);
    const gaps: Gap[] = [];
    // The first one pays for the compiler, and the least of all is what the reader costs.
    for (let round = 0; round < Number(values.rounds ?? 3); round++) {
      gaps.push(await watch(() => read(() => oneChunk(bytes), () => {})));
    }
    const gap = gaps.reduce((one, other) => one.ownMs <= other.ownMs ? one : other);
    rows.push({ what, gap });
  }
  rows.sort((one, other) => other.gap.ownMs - one.gap.ownMs);
  for (const { what, gap } of rows.slice(0, 3)) {
    const isLong = gap.ownMs > MAX_OWN_MS;
    isGood &&= !isLong;
    await print(
      `${isLong ? "LONG" : "ok"} ${name}: ${gap.ownMs.toFixed(0)} ms of its own, ${
        gap.wallMs.toFixed(0)
      } ms in all: ${what.slice(0, 60)}`,
    );
  }
}
Deno.exit(isGood ? 0 : 1);
