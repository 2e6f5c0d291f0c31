// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Long loads against the library, and what it holds after them: `deno task soak`, or on other
 * runtimes with how their names begin behind it: `node22`, `bun`. `--only questions` is for one of the
 * loads, `--scale 0.1` for a tenth of them, `--seconds 600` for all of them again and again. Fails
 * where something grows.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { mustRun, root } from "../support/commands.ts";
import { findRuntimes } from "../support/runtimes.ts";

const OPTIONS = ["only", "scale", "seconds"] as const;

const { values, positionals } = parseArgs({
  args: Deno.args,
  options: { only: { type: "string" }, scale: { type: "string" }, seconds: { type: "string" } },
  allowPositionals: true,
});

const given = OPTIONS.flatMap((name) => values[name] ? [`--${name}`, values[name]] : []);

/** How each runtime is started that is wanted; Deno where none is named. */
async function commandsFor(program: string): Promise<[name: string, command: string[]][]> {
  const isWanted = (name: string): boolean =>
    positionals.some((start) => name.toLowerCase().replace(" ", "").startsWith(start));
  const deno = [Deno.execPath(), "run", "--quiet", "-A", "--no-lock", program];
  const runtimes = positionals.length === 0 ? [] : await findRuntimes(isWanted);
  const found = runtimes.map(({ name, program: runtime }): [string, string[]] => {
    if (runtime === undefined) throw new Error(`${name} cannot be had here`);
    return [name, [runtime, program]];
  });
  return positionals.length === 0 || isWanted("Deno") ? [["Deno", deno], ...found] : found;
}

/** Runs a program with a server beside it, and tells whether all went well. */
async function runBeside(command: string[]): Promise<boolean> {
  const server = new Deno.Command(Deno.execPath(), {
    args: ["run", "--frozen", "--allow-net=127.0.0.1", new URL("server.ts", import.meta.url).href],
    stdout: "piped",
  }).spawn();
  try {
    const reader = server.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const base = `http://127.0.0.1:${(await reader.read()).value?.trim()}`;
    const [program, ...args] = command;
    const child = new Deno.Command(program!, { args: [...args, ...given, base] }).spawn();
    return (await child.status).success;
  } finally {
    server.kill();
  }
}

async function print(line: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${line}\n`));
}

const folder = await Deno.makeTempDir();
let isGood = true;
try {
  const program = `${folder}/soak.mjs`;
  await mustRun([
    ...[Deno.execPath(), "bundle", "--quiet", "--platform", "deno", "--lock=tests/deno.lock"],
    ...["--external", "@mlc-ai/web-llm", "--output", program, "tests/soak/program.ts"],
  ], root);
  for (const [name, command] of await commandsFor(program)) {
    await print(`${name}:`);
    isGood = await runBeside(command) && isGood;
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}
Deno.exit(isGood ? 0 : 1);
