// Copyright 2026 the Rivulet authors. MIT license.

/**
 * All servers that attack against the package as npm users get it, in Deno, Node 20, 22 and 24 and
 * Bun: `deno task attacks`, or some of these with how their names begin behind it; `--words` tells
 * what each error says. Fails where a call ends otherwise than it may, is heard late, or holds much.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { bundleForPackage, installPackage } from "../../support/packed_package.ts";
import { findRuntimes } from "../../support/runtimes.ts";
import { answer, type Attack, MIB, once } from "./attack.ts";
import { ATTACKS } from "./attacks.ts";
import type { Seen } from "./client.ts";
import { FIRST_ATTACKS } from "./first_attacks.ts";
import { startRawServer } from "./server.ts";

/** How much more one server may make a runtime hold, garbage included. */
const MAX_GROWN_BYTES = 400 * MIB;

/** How long after an abort a call may go on, on a machine that is at work. */
const MAX_LATE_MS = 2000;

/** Here Node's `fetch` asks the same host once more by itself: docs/security.md. */
const SENT_AGAIN = "the status 421";

const PROGRAM = "attacks.mjs";

const ALL: [name: string, attack: Attack][] = [
  ...FIRST_ATTACKS.map(([name, attack]): [string, Attack] => [name, attack]),
  ...ATTACKS.map(([name, attack]): [string, Attack] => [name, attack]),
];

/** A program that is given addresses and tells what came of each. */
class Client implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #writer: WritableStreamDefaultWriter<Uint8Array>;
  readonly #lines: AsyncGenerator<string>;

  constructor([program, ...args]: string[], cwd: string) {
    const command = new Deno.Command(program!, { args, cwd, stdin: "piped", stdout: "piped" });
    this.#process = command.spawn();
    this.#writer = this.#process.stdin.getWriter();
    this.#lines = linesOf(this.#process.stdout);
  }

  /** What it has seen; throws where it has ended. */
  async ask(base: string): Promise<Seen> {
    await this.#writer.write(new TextEncoder().encode(`${base}\n`));
    const { done, value } = await this.#lines.next();
    if (done) throw new Error("The program has ended");
    return JSON.parse(value);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#writer.close().catch(() => {});
    await this.#process.status;
  }
}

async function* linesOf(output: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<string> {
  let held = "";
  for await (const text of output.pipeThrough(new TextDecoderStream())) {
    const lines = (held + text).split("\n");
    held = lines.pop()!;
    yield* lines;
  }
}

/** What is wrong with what was seen; nothing as a rule. */
function faultsOf({ endings, grownBytes, uncaught }: Seen, requests: number): string[] {
  return [
    ...uncaught.map((words) => `nobody caught ${words}`),
    ...endings.filter(({ end }) => end.startsWith("a foreign")).map(({ end }) => end),
    ...endings.filter(({ lateMs }) => lateMs > MAX_LATE_MS).map(({ lateMs }) =>
      `the abort was heard ${lateMs.toFixed(0)} ms late`
    ),
    ...endings.filter(({ words }) => words !== undefined && !/: ?\S/.test(words)).map(({ words }) =>
      `an error says ${JSON.stringify(words)}`
    ),
    ...grownBytes > MAX_GROWN_BYTES ? [`${(grownBytes / MIB).toFixed(0)} MiB more are held`] : [],
    ...requests > endings.length ? [`${requests} requests for ${endings.length} calls`] : [],
  ];
}

/** Asks all servers in a runtime, prints what came of it, and tells whether nothing is wrong. */
async function run(name: string, command: string[], folder: string): Promise<boolean> {
  await using client = new Client(command, folder);
  await using other = await startRawServer(once(answer("{}")));
  const all: string[] = [];
  let [lateMs, grownBytes] = [0, 0];
  for (const [attack, act] of ALL) {
    await using server = await startRawServer(act, other.base);
    const seen = await client.ask(server.base);
    const ends = seen.endings.map(({ end }) => JSON.stringify(end).slice(1, -1));
    const words = seen.endings.map(({ words }) => words ?? "-").join(" | ").slice(0, 600);
    await print(`${name} | ${attack} | ${ends.join(" ")}${values.words ? ` | ${words}` : ""}`);
    lateMs = Math.max(lateMs, ...seen.endings.map((ending) => ending.lateMs));
    grownBytes = Math.max(grownBytes, seen.grownBytes);
    all.push(
      ...faultsOf(seen, attack === SENT_AGAIN ? 0 : server.requests()).map((fault) =>
        `${attack}: ${fault}`
      ),
    );
  }
  if (other.connections() > 0) all.push("another host was asked");
  for (const fault of all) await print(`${name} FAILED ${fault}`);
  await print(
    `${name}: ${ALL.length} servers, ${all.length} faults, an abort was heard at most ${
      lateMs.toFixed(0)
    } ms late, at most ${(grownBytes / MIB).toFixed(0)} MiB more were held`,
  );
  return all.length === 0;
}

async function print(line: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${line}\n`));
}

const { values, positionals } = parseArgs({
  args: Deno.args,
  options: { words: { type: "boolean" } },
  allowPositionals: true,
});

function isWanted(name: string): boolean {
  const shortName = name.toLowerCase().replace(" ", "");
  return positionals.length === 0 || positionals.some((start) => shortName.startsWith(start));
}

const folder = await Deno.makeTempDir();
let isGood = true;
try {
  await installPackage(folder);
  await bundleForPackage("tests/security/attacks/client.ts", `${folder}/${PROGRAM}`);
  const runtimes = await findRuntimes(isWanted);
  const commands: [name: string, command: string[]][] = [
    ["Deno", [Deno.execPath(), "run", "--quiet", "-A", "--no-lock", PROGRAM]],
    ...runtimes.filter(({ program }) => program !== undefined).map(
      ({ name, program }): [string, string[]] => [name, [program!, PROGRAM]],
    ),
  ];
  for (const [name, command] of commands.filter(([name]) => isWanted(name))) {
    isGood = await run(name, command, folder) && isGood;
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}
Deno.exit(isGood ? 0 : 1);
