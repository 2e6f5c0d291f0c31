// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Random answers, cuts, faults, aborts and resets against the library: `deno task fuzz --seconds 20
 * --seed 1`. Ends at the first fault with its seed and, where it is a matter of reading, with a
 * shortened input.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { checkSeed } from "./check_seed.ts";

async function main(firstSeed: number, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let count = 0;
  for (; performance.now() < end; count++) {
    const fault = await checkSeed(firstSeed + count);
    if (fault === undefined) continue;
    await print(`FAILED | 0 passed | 1 failed (fuzz)\nseed ${firstSeed + count}: ${fault}\n`);
    return 1;
  }
  // One result, so that whoever adds up tests does not count every random answer as one.
  await print(`ok | 1 passed | 0 failed (fuzz: ${count} answers from seed ${firstSeed})\n`);
  return 0;
}

async function print(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}

const { values } = parseArgs({
  args: Deno.args,
  options: { seed: { type: "string" }, seconds: { type: "string" } },
});
Deno.exit(await main(Number(values.seed ?? Date.now() % 1e9), Number(values.seconds ?? 20)));
