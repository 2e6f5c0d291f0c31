// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The README's commands on machines that have never seen the project: a clone, an npm cache of its
 * own, and an empty cache of Deno at each start: `deno task test:first-start`.
 *
 * @module
 */

import { type Check, newMachine } from "./machine.ts";
import { checkQuestion } from "./question.ts";
import { checkPage } from "./page.ts";
import { runTests } from "./tests.ts";

/** A race shows in some of the starts only. */
const STARTS = 5;

const STARTS_OF_PAGE = Array.from(
  { length: STARTS },
  (_, start): [string, Check] => [`the page, first start ${start + 1} of ${STARTS}`, checkPage],
);

/** What runs one after the other on a machine; the machines run side by side. */
const MACHINES: readonly (readonly [name: string, check: Check])[][] = [
  [["the tests", runTests]],
  [...STARTS_OF_PAGE, ["a question fetches nothing but what it imports", checkQuestion]],
];

async function main(folder: string): Promise<boolean> {
  const counts = { passed: 0, failed: 0 };
  await Promise.all(MACHINES.map(async (checks, number) => {
    const onNewMachine = await newMachine(`${folder}/${number}`);
    for (const [name, check] of checks) {
      const failure = await onNewMachine(check).then(() => undefined, (error: Error) => error);
      counts[failure === undefined ? "passed" : "failed"]++;
      await print(`${name} ... ${failure === undefined ? "ok" : `FAILED\n${failure.message}`}\n`);
    }
  }));
  const verdict = counts.failed === 0 ? "ok" : "FAILED";
  await print(
    `${verdict} | ${counts.passed} passed | ${counts.failed} failed (first start)\n`,
  );
  return counts.failed === 0;
}

async function print(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}

const folder = await Deno.makeTempDir();
let isGood = false;
try {
  isGood = await main(folder);
} finally {
  await Deno.remove(folder, { recursive: true });
}
if (!isGood) Deno.exit(1);
