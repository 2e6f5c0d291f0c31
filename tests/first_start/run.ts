// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The README's commands on a machine that has never seen the project: a clone, an npm cache of its
 * own, and an empty cache of Deno at each start: `deno task test:first-start`.
 *
 * @module
 */

import { copyProject } from "../support/project_copy.ts";
import { emptyCaches, type Machine } from "./machine.ts";
import { checkQuestion } from "./question.ts";
import { checkPage } from "./page.ts";
import { runTests } from "./tests.ts";

/** A race shows in some of the starts only. */
const STARTS = 5;

type Check = (machine: Machine) => Promise<void>;

async function main(clone: string, caches: string): Promise<boolean> {
  await copyProject(clone);
  const counts = { passed: 0, failed: 0 };
  const count = async (name: string, check: Promise<void>) => {
    const failure = await check.then(() => undefined, (error: Error) => error.message);
    counts[failure === undefined ? "passed" : "failed"]++;
    await print(`${name} ... ${failure === undefined ? "ok" : `FAILED\n${failure}`}\n`);
  };
  const onNewMachine = async (check: Check) => await check(await emptyCaches(clone, caches));

  for (let start = 1; start <= STARTS; start++) {
    await count(`the page, first start ${start} of ${STARTS}`, onNewMachine(checkPage));
  }
  await count("a question fetches nothing but what it imports", onNewMachine(checkQuestion));
  await count("the tests", onNewMachine(runTests));
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
  isGood = await main(`${folder}/clone`, folder);
} finally {
  await Deno.remove(folder, { recursive: true });
}
if (!isGood) Deno.exit(1);
