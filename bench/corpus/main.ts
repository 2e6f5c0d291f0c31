// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Runs the wire cases against Rivulet and the clients beside it, and prints how many each holds:
 * `deno task corpus`. Ends with 1 where Rivulet does not hold them all.
 *
 * @module
 */

import { type Result, runCases } from "../../tests/cases/run.ts";
import { CLIENTS } from "./clients.ts";

const HEAD = [
  "client",
  "answers that end well: whole",
  "lost, added or rejected",
  "rejected on purpose",
  "failures: told",
  "passed as success",
  "no end after 10 s",
];

/** One line of the table. */
function rowOf(name: string, results: readonly Result[]): string[] {
  const count = (isFailure: boolean, ...outcomes: Result["outcome"][]): number =>
    results.filter((one) => one.isFailure === isFailure && outcomes.includes(one.outcome)).length;
  const good = results.filter(({ isFailure }) => !isFailure).length;
  return [
    name,
    `${count(false, "held")} of ${good}`,
    String(count(false, "other text", "rejected")),
    String(count(false, "on purpose")),
    // Told is told, also where a word of the text before it is another one.
    `${count(true, "held", "other text")} of ${results.length - good}`,
    String(count(true, "not told")),
    String(results.filter(({ outcome }) => outcome === "hangs").length),
  ];
}

/** Some clients write what they cannot read to the console, and leave promises without a handler. */
function quiet(): void {
  // deno-lint-ignore no-console
  for (const method of ["debug", "warn", "error", "log"] as const) console[method] = () => {};
  addEventListener("unhandledrejection", (event) => event.preventDefault());
}

function print(line: string): void {
  Deno.stdout.writeSync(new TextEncoder().encode(`${line}\n`));
}

async function main(): Promise<void> {
  quiet();
  const { Rivulet: own, ...peers } = CLIENTS;
  // Alone, since a miss of ours is a failure; the peers wait for the time limit together.
  const ownResults = await runCases(own!);
  const rows = [
    rowOf("Rivulet", ownResults),
    ...await Promise.all(
      Object.entries(peers).map(async ([name, peer]) => rowOf(name, await runCases(peer))),
    ),
  ];
  const missed = ownResults.filter(({ outcome }) => outcome !== "held");
  for (const row of [HEAD, HEAD.map(() => "---"), ...rows]) print(`| ${row.join(" | ")} |`);
  for (const { id, outcome } of missed) print(`Rivulet, ${id}: ${outcome}`);
  const failed = missed.length === 0 ? 0 : 1;
  print(`${failed ? "FAILED" : "ok"} | ${rows.length - failed} passed | ${failed} failed (corpus)`);
  Deno.exit(failed);
}

await main();
