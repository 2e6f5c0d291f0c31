// Copyright 2026 the Rivulet authors. MIT license.

// Nothing that a server sends holds up everything else for long: between two turns, or two looks at
// the clock that lead to one, no more is read than so much. Told without a clock.

import { assert, assertEquals, assertLess } from "@std/assert";
import { DEMO_READERS, DEMO_TEXTS } from "./demo_readers.ts";
import { oneChunk, READERS, TEXTS } from "./gap_readers.ts";
import { type NativeCost, watchNatives } from "./natives.ts";

const MIB = 1024 * 1024;

/**
 * How many characters may be looked at in a row: those of the longest line some times, or of the
 * list of models with the most values. Of the dearest texts this takes less than 100 ms.
 */
const MAX_WORK = 8 * MIB;

/** How many tokens may come in a row. */
const MAX_TOKENS = 4096;

/** A search is as fast as a copy. */
const SEARCHES = 1 / 64;

/** What stands in a text in JSON is copied, what is escaped there is read; all else is built. */
function parseCost(text: string): number {
  let [inTexts, escaped] = [0, 0];
  for (const [found] of text.matchAll(/"[^"\\]*|\\[^]|[^"\\]+/g)) {
    if (found.startsWith("\\")) escaped += 2;
    else if (found.startsWith('"')) inTexts += found.length;
  }
  return text.length - inTexts - escaped + inTexts * SEARCHES + escaped / 8;
}

const STRING = String.prototype as never;
const COSTS: readonly NativeCost[] = [
  // A text that is refused costs as much as some hundred characters.
  [JSON as never, "parse", (_, [text]) => 256 + parseCost(text as string)],
  [JSON as never, "stringify", (_, _values, text) => 1.5 * ((text as string)?.length ?? 0)],
  ...(["keys", "values"] as const).map((name): NativeCost => [
    Object as never,
    name,
    (_, _values, found) => 32 * (found as unknown[]).length,
  ]),
  [STRING, "charCodeAt", () => 1],
  [RegExp.prototype as never, "test", (_, [text]) => (text as string).length / 8],
  [STRING, "indexOf", ({ length }, [, start], found) => {
    return 1 + SEARCHES * ((found === -1 ? length : found as number) - (Number(start) || 0));
  }],
  [STRING, "includes", ({ length }) => length * SEARCHES],
  [
    TextDecoder.prototype as never,
    "decode",
    (_, [bytes]) => ((bytes as Uint8Array | undefined)?.length ?? 0) * SEARCHES,
  ],
];

/** The most that a piece of work does without giving others their turn. */
interface Gap {
  work: number;
  tokens: number;
  turns: number;
}

/** Does some work and looks for its longest gap. `onToken` is told of each token. */
async function findGap(work: (onToken: () => void) => Promise<unknown>): Promise<Gap> {
  const longest: Gap = { work: 0, tokens: 0, turns: 0 };
  let [done, tokens] = [0, 0];
  const add = (cost: number): void => {
    done += cost;
    longest.work = Math.max(longest.work, done);
  };
  const onTurn = (): void => void ([done, tokens] = [0, 0]);
  const restore = watchNatives(add, COSTS);
  const { MessageChannel, setTimeout } = globalThis;
  const now = performance.now;
  let time = 0;
  // A clock that is always late: each look at it leads to a turn.
  performance.now = () => time += 60;
  globalThis.MessageChannel = class extends MessageChannel {
    constructor() {
      super();
      longest.turns++;
      onTurn();
    }
  };
  globalThis.setTimeout = ((run: () => void, ms: number) =>
    setTimeout(() => {
      onTurn();
      run();
    }, ms)) as typeof setTimeout;
  try {
    await work(() => longest.tokens = Math.max(longest.tokens, ++tokens));
  } catch {
    // Most of these texts are refused.
  } finally {
    restore();
    performance.now = now;
    Object.assign(globalThis, { MessageChannel, setTimeout });
  }
  return longest;
}

const CASES = [
  ...READERS.map((reader) => ({ reader, texts: TEXTS })),
  ...DEMO_READERS.map((reader) => ({ reader, texts: [...TEXTS, ...DEMO_TEXTS] })),
];

for (const { reader: [name, read], texts } of CASES) {
  Deno.test(`${name} holds up nothing else, whatever comes`, async () => {
    const faults: string[] = [];
    for (const [what, text] of texts) {
      const bytes = new TextEncoder().encode(text);
      const gap = await findGap((onToken) => read(() => oneChunk(bytes), onToken));
      if (gap.work > MAX_WORK || gap.tokens > MAX_TOKENS) {
        faults.push(`${what.slice(0, 60)}: ${JSON.stringify(gap)}`);
      }
    }
    assertEquals(faults, []);
  });
}

Deno.test("a line of tokens that are glued together is read in many turns", async () => {
  const line = '{"message":{"content":"1"}}'.repeat(30_000);
  const [, read] = READERS.find(([name]) => name === "stream() of local-a")!;
  const gap = await findGap((onToken) => read(() => line, onToken));
  assert(gap.turns > 20);
  assertLess(gap.tokens, 2000);
});
