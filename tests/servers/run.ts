// Copyright 2026 the Rivulet authors. MIT license.

/**
 * What holds for the public API, against servers that run: `deno task test:servers`.
 * docs/servers.md says how.
 *
 * @module
 */

import { isUp, type Place } from "./about_server.ts";
import type { Outcome } from "./check.ts";
import { checksFor } from "./checks/all.ts";
import { conduct } from "./conduct.ts";
import { findTarget } from "./find_target.ts";
import { isModelNamed, type Options, readOptions } from "./options.ts";
import { mayReach, mayStart } from "./permission.ts";
import { countOf, headingOf, linesOf } from "./report.ts";
import { ServerProcess } from "./server_process.ts";
import type { Kind } from "./target.ts";

async function checkServer(kind: Kind, baseUrl: string, options: Options): Promise<Outcome[]> {
  await mayReach(baseUrl);
  const { key, headers } = options;
  const place = kind === "openai" ? { kind, baseUrl, key, headers } : { kind, baseUrl };
  await using process = await prepareProcess(place, options);
  await process?.start();
  const target = await findTarget(place, options, process !== undefined);
  const outcomes: Outcome[] = [];
  await print(headingOf(target));
  for (const check of checksFor(target)) {
    if (!isWanted(check.name, options.only)) continue;
    const outcome = await conduct(check, target, process);
    await print(linesOf(outcome));
    outcomes.push(outcome);
  }
  return outcomes;
}

/** The server that the run is to start, if it is. */
async function prepareProcess(
  place: Place,
  options: Options,
): Promise<ServerProcess | undefined> {
  const { ollamaStart, openaiStart } = options;
  const command = place.kind === "ollama" ? ollamaStart : openaiStart;
  if (command === undefined) return undefined;
  await mayStart();
  return new ServerProcess(command, () => isUp(place, isModelNamed(options)));
}

function isWanted(name: string, only: readonly string[]): boolean {
  return only.length === 0 || only.some((words) => name.includes(words));
}

async function print(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(`${text}\n`));
}

async function main(): Promise<boolean> {
  const options = readOptions(Deno.args);
  const places = [["ollama", options.ollama], ["openai", options.openai]] as const;
  const outcomes: Outcome[] = [];
  for (const [kind, baseUrl] of places) {
    if (baseUrl !== undefined) outcomes.push(...await checkServer(kind, baseUrl, options));
  }
  await print(countOf(outcomes));
  const failed = outcomes.some(({ result }) => result === "failed");
  return !failed && outcomes.some(({ result }) => result === "passed");
}

try {
  Deno.exit(await main() ? 0 : 1);
} catch (error) {
  // An option, or a server that does not start: a person can mend both.
  const words = error instanceof Error ? error.message : Deno.inspect(error);
  await Deno.stderr.write(new TextEncoder().encode(`${words}\n`));
  Deno.exit(2);
}
