// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Rivulet beside its peers and beside the floor, on the same bytes in one run: `deno task bench`.
 *
 * `--quick` measures little and ends within 50 s. `--only size,start` measures some parts. `--write`
 * puts the table into BENCHMARKS.md; those of some parts take their places in the table that is there.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { writePage } from "./page.ts";
import { report } from "./report.ts";
import type { Result } from "./result.ts";
import { connections } from "./rows/connections.ts";
import { embeddings } from "./rows/embeddings.ts";
import { firstQuestion } from "./rows/first_question.ts";
import { firstToken } from "./rows/first_token.ts";
import { growth } from "./rows/growth.ts";
import { http } from "./rows/http.ts";
import { longLine } from "./rows/long_line.ts";
import { memory } from "./rows/memory.ts";
import { parserAlone } from "./rows/parser_alone.ts";
import { peakMemory } from "./rows/peak_memory.ts";
import { size } from "./rows/size.ts";
import { start } from "./rows/start.ts";
import { starsPage } from "./rows/stars_page.ts";
import { starsScale } from "./rows/stars_scale.ts";
import { tokens } from "./rows/tokens.ts";
import { Session } from "./session.ts";

type Row = (session: Session) => Promise<Result[]>;

const ROWS: Readonly<Record<string, Row>> = {
  size,
  // Before the rows that leave their garbage in the processes.
  "first-question": firstQuestion,
  "first-token": firstToken,
  connections,
  http,
  "parser-alone": parserAlone,
  memory,
  "long-line": longLine,
  "peak-memory": peakMemory,
  tokens,
  embeddings,
  start,
  growth,
  "stars-page": starsPage,
  "stars-scale": starsScale,
};

/** When a quick run begins no further row. */
const QUICK_MILLISECONDS = 40_000;

interface Report {
  readonly text: string;
  /** What is missing from it, and why. */
  readonly faults: readonly string[];
}

async function main({ quick, only }: { quick: boolean; only: string[] }): Promise<Report> {
  const session = await Session.start({ quick });
  const results: Result[] = [];
  let start = performance.now();
  try {
    for (const [name, row] of Object.entries(ROWS)) {
      if (only.length > 0 && !only.includes(name)) continue;
      if (quick && performance.now() > QUICK_MILLISECONDS) {
        session.faults.push(`${name}: left out, the time of a quick run is over`);
        continue;
      }
      try {
        results.push(...await row(session));
      } catch (error) {
        session.faults.push(`${name}: ${(error as Error).message}`);
      }
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      await print(Deno.stderr, `${name} took ${seconds} s\n`);
      start = performance.now();
    }
  } finally {
    await session.close();
  }
  return { text: report(results, session.faults), faults: session.faults };
}

/** The names of rows, each of which there is. */
function namesOf(given: readonly string[]): string[] {
  const names = given.flatMap((list) => list.split(","));
  const unknown = names.find((name) => !(name in ROWS));
  if (unknown === undefined) return names;
  throw new RangeError(`Pass --only some of ${Object.keys(ROWS).join(",")}, got "${unknown}"`);
}

async function print(
  stream: { write(bytes: Uint8Array): Promise<number> },
  text: string,
): Promise<void> {
  await stream.write(new TextEncoder().encode(text));
}

const { values } = parseArgs({
  args: Deno.args,
  options: {
    quick: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    only: { type: "string", multiple: true, default: [] },
  },
});
const only = namesOf(values.only);
const { text, faults } = await main({ ...values, only });
await print(Deno.stdout, text);
if (values.write && only.length > 0 && faults.length > 0) {
  await print(Deno.stderr, "Nothing is written, since some is wrong or left out\n");
} else if (values.write) {
  const command = ["deno task bench", ...Deno.args].join(" ");
  await writePage({ command, report: text, isPart: only.length > 0 });
}
