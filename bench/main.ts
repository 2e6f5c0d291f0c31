// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Rivulet beside its peers and beside the floor, on the same bytes in one run: `deno task bench`.
 *
 * `--quick` measures little and ends within 50 s. `--only <row>` measures one part, and may be given
 * more than once. `--write` puts the table into BENCHMARKS.md.
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

async function main({ quick, only }: { quick: boolean; only: string[] }): Promise<string> {
  const session = await Session.start({ quick });
  const results: Result[] = [];
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
      const seconds = (performance.now() / 1000).toFixed(1);
      await print(Deno.stderr, `${name} is done after ${seconds} s\n`);
    }
  } finally {
    await session.close();
  }
  return report(results, session.faults);
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
const text = await main(values);
await print(Deno.stdout, text);
if (values.write) await writePage(["deno task bench", ...Deno.args].join(" "), text);
