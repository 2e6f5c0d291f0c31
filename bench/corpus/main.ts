// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Runs the wire cases against Rivulet and the clients beside it, and prints how many each holds:
 * `deno task corpus`. Ends with 1 where Rivulet does not hold them all.
 *
 * @module
 */

import { configured } from "../script.ts";

// The names that the table shows, and their files in clients/.
const OWN = ["Rivulet", "rivulet"] as const;
const PEERS = [["openai", "openai"], ["AI SDK", "ai_sdk"], ["xsai", "xsai"], [
  "ollama",
  "ollama",
]] as const;
const HEAD = [
  "client",
  "answers that end well: whole",
  "lost, added or rejected",
  "rejected on purpose",
  "failures: told",
  "passed as success",
  "no end after 10 s",
];
const COUNT = /^(\d+) cases wanted: (ended well|failed); ([^,]+), (the|another) text$/gm;
const MISS = /^[A-Z]\d+[a-z]? wanted: /;

/** How many cases came out so. */
interface Count {
  readonly cases: number;
  readonly isFailure: boolean;
  readonly end: string;
  readonly isWhole: boolean;
}

/** What the runner prints for a client. It has a process of its own: some write to the console. */
async function run(file: string): Promise<string> {
  const client = new URL(`./clients/${file}.ts`, import.meta.url).pathname;
  const args = ["run", "-A", "--frozen", ...configured("../tests/cases/run.ts"), client];
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args }).output();
  if (!success) throw new Error(`Cannot run "${file}": ${new TextDecoder().decode(stderr)}`);
  return new TextDecoder().decode(stdout);
}

/** One line of the table. */
function rowOf(name: string, printed: string): string[] {
  const counts = Array.from(
    printed.matchAll(COUNT),
    ([, cases, wanted, end, text]): Count => ({
      cases: Number(cases),
      isFailure: wanted === "failed",
      end: end!,
      isWhole: text === "the",
    }),
  );
  const sum = (isCounted: (one: Count) => boolean): string =>
    String(counts.filter(isCounted).reduce((total, { cases }) => total + cases, 0));
  const isGood = ({ isFailure, end }: Count): boolean => !isFailure && end === "ended well";
  return [
    name,
    `${sum((one) => isGood(one) && one.isWhole)} of ${sum(({ isFailure }) => !isFailure)}`,
    sum((one) => isGood(one) ? !one.isWhole : !one.isFailure && one.end === "failed"),
    sum(({ isFailure, end }) => !isFailure && end === "on purpose"),
    // Told is told, also where the text before it is another one.
    `${sum((one) => one.isFailure && isTold(one))} of ${sum(({ isFailure }) => isFailure)}`,
    sum(({ isFailure, end }) => isFailure && end === "ended well"),
    sum(({ end }) => end === "no end"),
  ];
}

function isTold({ end }: Count): boolean {
  return end === "failed" || end === "on purpose";
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

async function main(): Promise<void> {
  // Alone, since a miss of ours is a failure; the peers wait for the time limit together.
  const printed = await run(OWN[1]);
  const rows = [
    rowOf(OWN[0], printed),
    ...await Promise.all(PEERS.map(async ([name, file]) => rowOf(name, await run(file)))),
  ];
  for (const row of [HEAD, HEAD.map(() => "---"), ...rows]) print(`| ${row.join(" | ")} |`);
  const missed = printed.split("\n").filter((line) => MISS.test(line));
  for (const line of missed) print(`Rivulet, ${line}`);
  const failed = missed.length === 0 ? 0 : 1;
  print(`${failed ? "FAILED" : "ok"} | ${rows.length - failed} passed | ${failed} failed (corpus)`);
  Deno.exit(failed);
}

await main();
