// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The README's commands on a machine that has never seen the project: a clone, an npm cache of its
 * own, and an empty cache of Deno at each start. `deno task test:first-start`; the clone is made in
 * the folder that is named, and stays there with what the tests left, or in one that is removed.
 *
 * @module
 */

import { copyProject } from "../support/project_copy.ts";
import { emptyCaches, type Machine } from "./machine.ts";
import { checkQuestion } from "./question.ts";
import { checkPage, checkSecondStart } from "./page.ts";
import { runTests } from "./tests.ts";

/** A race shows in some of the starts only. */
const STARTS = 5;

async function main(clone: string, caches: string): Promise<boolean> {
  const counts = { passed: 0, failed: 0 };
  const check = async (
    name: string,
    run: (machine: Machine) => Promise<void>,
    machine: Machine,
  ) => {
    try {
      await run(machine);
      counts.passed++;
      await print(`${name} ... ok\n`);
    } catch (error) {
      counts.failed++;
      await print(`${name} ... FAILED\n${error instanceof Error ? error.message : error}\n`);
    }
  };
  await copyProject(clone);
  const machine = () => emptyCaches(clone, caches);
  let last: Machine = await machine();
  for (let start = 1; start <= STARTS; start++) {
    last = start === 1 ? last : await machine();
    await check(`the page, first start ${start} of ${STARTS}`, checkPage, last);
  }
  await check("the page, second start", checkSecondStart, last);
  await check("a question fetches nothing but what it imports", checkQuestion, await machine());
  await check("the tests", runTests, await machine());
  const { passed, failed } = counts;
  const verdict = failed === 0 ? "ok" : "FAILED";
  await print(`${verdict} | ${passed} passed | ${failed} failed (first start)\n`);
  return failed === 0;
}

async function print(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}

const caches = await Deno.makeTempDir();
const clone = Deno.args[0] ?? `${caches}/clone`;
let isGood = false;
try {
  isGood = await main(clone, caches);
} finally {
  await Deno.remove(caches, { recursive: true });
}
if (!isGood) Deno.exit(1);
