// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The README's commands on machines that have never seen the project: a clone, an npm cache of its
 * own, and an empty cache of Deno at each start: `deno task test:first-start`.
 *
 * @module
 */

import { type Check, newMachine } from "./machine.ts";
import type { Npmrc } from "./npmrc.ts";
import { checkQuestion } from "./question.ts";
import { checkPage } from "./page.ts";
import { runTests } from "./tests.ts";

/** A check, and what npm is told of questions in it. */
type Row = readonly [name: string, check: Check, npmrc: Npmrc];

/** A race shows in some of the starts only. */
const STARTS = 5;

const STARTS_OF_PAGE = Array.from({ length: STARTS }, (_, start): Row => {
  const name = `the page, first start ${start + 1} of ${STARTS}`;
  return [name, checkPage, start % 2 === 0 ? "yes=false" : ""];
});

const NAME_OF_QUESTION = "a question fetches nothing but what it imports";

/** What runs one after the other on a machine; the machines run side by side. */
const MACHINES: readonly (readonly Row[])[] = [
  [["the tests", runTests, "yes=false"]],
  [
    ...STARTS_OF_PAGE,
    [NAME_OF_QUESTION, checkQuestion, "yes=false"],
    [NAME_OF_QUESTION, checkQuestion, ""],
  ],
];

async function main(folder: string): Promise<boolean> {
  const counts = { passed: 0, failed: 0 };
  await Promise.all(MACHINES.map(async (checks, number) => {
    const onNewMachine = await newMachine(`${folder}/${number}`);
    for (const [name, check, npmrc] of checks) {
      const failure = await onNewMachine(check, npmrc).then(
        () => undefined,
        (error: Error) => error,
      );
      counts[failure === undefined ? "passed" : "failed"]++;
      const told = npmrc === "" ? "npm told nothing" : "npm told never to ask";
      const outcome = failure === undefined ? "ok" : `FAILED\n${failure.message}`;
      await print(`${name}, ${told} ... ${outcome}\n`);
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
