// Copyright 2026 the Rivulet authors. MIT license.

// Asks servers that attack, in any runtime: their addresses come by the standard input, and how each
// call ended goes to the standard output, a line in JSON for each server.

import process from "node:process";
import { createInterface } from "node:readline";
import { CALLERS, type Ending } from "./caller.ts";

/** What a runtime made of a server. */
export interface Seen {
  readonly endings: readonly Ending[];
  /** By how much the memory has grown. */
  readonly grownBytes: number;
  /** What nobody has caught. */
  readonly uncaught: readonly string[];
}

const PATIENCE_MS = 1500;

const uncaught: string[] = [];
process.on("unhandledRejection", (reason) => uncaught.push(`${reason}`));
process.on("uncaughtException", (error) => uncaught.push(`${error}`));

async function ask(base: string): Promise<Seen> {
  const before = process.memoryUsage().rss;
  const calls = Object.values(CALLERS).map((call) => call(base, PATIENCE_MS));
  const endings = await Promise.all(calls);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const grownBytes = process.memoryUsage().rss - before;
  return { endings, grownBytes, uncaught: uncaught.splice(0) };
}

for await (const base of createInterface({ input: process.stdin })) {
  process.stdout.write(`${JSON.stringify(await ask(base))}\n`);
}
process.exit();
