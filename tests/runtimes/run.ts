// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Runs the portable tests on Node and Bun, from the package that npm users get: `deno task
 * test:runtimes`, or some of them with how their names begin behind it: `node`, `node22`, `bun`.
 *
 * The machine's Node is one of them; the others come from npm, and one that cannot be had on this
 * machine counts as ignored.
 *
 * @module
 */

import { arch, platform } from "node:process";
import { mustRun, root, runCommand } from "../support/commands.ts";

const NODE_VERSIONS = ["20.20.2", "22.23.3", "24.21.0"];
const BUN_VERSION = "1.4.5";
const TESTS = "portable.test.mjs";

interface Runtime {
  name: string;
  /** Starts it, in the folder of the package. */
  program: string[];
  /** Makes it run the tests. */
  args: string[];
}

/** The machine's Node, a Node of each other line of versions, and Bun. */
async function listRuntimes(folder: string): Promise<Runtime[]> {
  const own = await versionOf(["node"], folder);
  const others = NODE_VERSIONS.filter((version) => majorOf(version) !== majorOf(own ?? ""));
  const fromNpm = (spec: string, name: string) => ["npx", "--yes", `--package=${spec}`, name];
  // The package of one platform is the program itself and needs no script to install it.
  const nodePackage = `node-${platform === "win32" ? "win" : platform}-${arch}`;
  return [
    ...own === undefined ? [] : [nodeRuntime(own, ["node"])],
    ...others.map((version) => nodeRuntime(version, fromNpm(`${nodePackage}@${version}`, "node"))),
    {
      name: `Bun ${BUN_VERSION}`,
      program: fromNpm(`bun@${BUN_VERSION}`, "bun"),
      args: ["test", `./${TESTS}`],
    },
  ];
}

function nodeRuntime(version: string, program: string[]): Runtime {
  return { name: `Node ${version}`, program, args: ["--test", "--test-reporter=tap", TESTS] };
}

function majorOf(version: string): string | undefined {
  return version.split(".")[0];
}

/** What a runtime says of itself, or undefined where it cannot be started. */
async function versionOf(program: string[], folder: string): Promise<string | undefined> {
  try {
    const { ok, stdout } = await runCommand([...program, "--version"], folder);
    return ok ? stdout.trim().replace(/^v/, "") : undefined;
  } catch {
    return undefined; // there is no such program
  }
}

/**
 * Installs the packed package into a folder, without its engine, and puts the tests there, as
 * JavaScript.
 */
async function prepare(folder: string): Promise<void> {
  const deno = Deno.execPath();
  await mustRun([deno, "pack", "--allow-dirty", "--output", `${folder}/package.tgz`], root);
  await mustRun([
    ...[deno, "bundle", "--platform", "deno", "--external", "@rivulet/llm"],
    ...["--output", `${folder}/${TESTS}`, "tests/runtimes/node.ts"],
  ], root);
  await Deno.writeTextFile(
    `${folder}/package.json`,
    JSON.stringify({ private: true, type: "module" }),
  );
  await mustRun(["npm", "install", "--no-audit", "--no-fund", "./package.tgz"], folder);
  // Nothing but an answer inside a browser may need the engine.
  await Deno.remove(`${folder}/node_modules/@mlc-ai/web-llm`, { recursive: true });
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
async function runTests({ name, program, args }: Runtime, folder: string): Promise<boolean> {
  if (!name.endsWith(` ${await versionOf(program, folder)}`)) {
    await print(`ok | 0 passed | 0 failed | 1 ignored (${name}, it cannot be had here)\n`);
    return true;
  }
  const { ok, stdout, stderr } = await runCommand([...program, ...args], folder);
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
    const runtimes = (await listRuntimes(folder)).filter(({ name }) => isWanted(name, wanted));
    if (runtimes.length === 0) throw new Error(`Name a runtime, "${wanted.join(" ")}" is none`);
    const results = await Promise.all(runtimes.map((runtime) => runTests(runtime, folder)));
    return results.every((isGood) => isGood);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (!await main(Deno.args)) Deno.exit(1);
