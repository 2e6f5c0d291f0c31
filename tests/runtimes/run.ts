// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Runs the portable tests on Node and Bun, from the package that npm users get: `deno task
 * test:runtimes`, or some of them with how their names begin behind it: `node`, `node22`, `bun`.
 * `newest` stands for the versions that came out last.
 *
 * The machine's Node is one of them; the others come from npm, and one that cannot be had on this
 * machine counts as ignored.
 *
 * @module
 */

import { runCommand } from "../support/commands.ts";
import { bundleForPackage, installPackage } from "../support/packed_package.ts";
import { findNewest, findRuntimes, type Runtime } from "../support/runtimes.ts";

const TESTS = "portable.test.mjs";

/** What makes each runtime run the tests. */
const ARGUMENTS: Readonly<Record<Runtime["kind"], readonly string[]>> = {
  Node: ["--test", "--test-reporter=tap", TESTS],
  Bun: ["test", `./${TESTS}`],
};

/** Installs the packed package into a folder and puts the tests there, as JavaScript. */
async function prepare(folder: string): Promise<void> {
  await installPackage(folder);
  await bundleForPackage("tests/runtimes/node.ts", `${folder}/${TESTS}`);
}

/** How many tests passed and failed, from the closing lines of Node's TAP and of Bun. */
function count(output: string, word: "pass" | "fail"): number {
  const [, number = "0"] =
    new RegExp(`^(?:# ${word}|\\s*(?=\\d+ ${word}$))\\s*(\\d+)`, "m").exec(output) ?? [];
  return Number(number);
}

/**
 * Runs the tests on a runtime and prints the same closing line as `deno test`, so that whoever adds
 * up results needs to know one form only.
 */
async function runTests({ kind, name, program }: Runtime, folder: string): Promise<boolean> {
  if (program === undefined) {
    await print(`ok | 0 passed | 0 failed | 1 ignored (${name}, it cannot be had here)\n`);
    return true;
  }
  const { ok, stdout, stderr } = await runCommand([program, ...ARGUMENTS[kind]], folder);
  const output = stdout + stderr;
  const [passed, failed] = [count(output, "pass"), count(output, "fail")];
  const good = ok && passed > 0 && failed === 0;
  if (!good) await print(output);
  await print(`${good ? "ok" : "FAILED"} | ${passed} passed | ${failed} failed (${name})\n`);
  return good;
}

function isWanted(name: string, wanted: string[]): boolean {
  const shortName = name.toLowerCase().replace(" ", "");
  return wanted.length === 0 || wanted.some((start) => shortName.startsWith(start));
}

async function print(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}

async function main(wanted: string[]): Promise<boolean> {
  const folder = await Deno.makeTempDir();
  try {
    await prepare(folder);
    const runtimes = wanted.includes("newest")
      ? await findNewest()
      : await findRuntimes((name) => isWanted(name, wanted));
    if (runtimes.length === 0) throw new Error(`Name a runtime, "${wanted.join(" ")}" is none`);
    const results = await Promise.all(runtimes.map((runtime) => runTests(runtime, folder)));
    return results.every((isGood) => isGood);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (!await main(Deno.args)) Deno.exit(1);
