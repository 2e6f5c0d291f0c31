// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Runs the portable tests on the machine's Node and on Bun, from the package that npm users get:
 * `deno task test:runtimes`, or one of the two with its name behind it.
 *
 * @module
 */

import { mustRun, root, runCommand } from "../support/commands.ts";

interface Runtime {
  name: string;
  command: string[];
}

const runtimes: Runtime[] = [
  { name: "Node", command: ["node", "--test", "--test-reporter=tap", "portable.test.mjs"] },
  { name: "Bun", command: ["npx", "bun", "test", "./portable.test.mjs"] },
];

/** A folder in which the packed package and the tests, as JavaScript, are installed. */
async function prepare(folder: string): Promise<void> {
  const deno = Deno.execPath();
  await mustRun([deno, "pack", "--allow-dirty", "--output", `${folder}/package.tgz`], root);
  await mustRun([
    ...[deno, "bundle", "--platform", "deno", "--external", "@rivulet/llm"],
    ...["--output", `${folder}/portable.test.mjs`, "tests/runtimes/portable.ts"],
  ], root);
  await Deno.writeTextFile(
    `${folder}/package.json`,
    JSON.stringify({ private: true, type: "module" }),
  );
  await mustRun(["npm", "install", "--no-audit", "--no-fund", "./package.tgz", "bun@1"], folder);
}

/** How many tests passed and failed, from the closing lines of Node's TAP and of Bun. */
function count(output: string, word: "pass" | "fail"): number {
  const [, number = "0"] =
    new RegExp(`^(?:# ${word}|\\s*(?=\\d+ ${word}$))\\s*(\\d+)`, "m").exec(output) ?? [];
  return Number(number);
}

async function main(): Promise<boolean> {
  const folder = await Deno.makeTempDir();
  try {
    await prepare(folder);
    let allOk = true;
    for (const { name, command } of runtimes) {
      if (Deno.args.length > 0 && !Deno.args.includes(name.toLowerCase())) continue;
      const { ok, stdout, stderr } = await runCommand(command, folder);
      const output = stdout + stderr;
      const [passed, failed] = [count(output, "pass"), count(output, "fail")];
      const good = ok && passed > 0 && failed === 0;
      if (!good) await Deno.stdout.write(new TextEncoder().encode(output));
      // The same closing line as `deno test`, so that whoever adds up results needs to know one
      // form only.
      const line = `${good ? "ok" : "FAILED"} | ${passed} passed | ${failed} failed (${name})\n`;
      await Deno.stdout.write(new TextEncoder().encode(line));
      allOk &&= good;
    }
    return allOk;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (!await main()) Deno.exit(1);
