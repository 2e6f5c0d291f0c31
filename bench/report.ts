// Copyright 2026 the Rivulet authors. MIT license.

import { describeMachine } from "./machine.ts";
import type { Result } from "./result.ts";
import { countMet, markdownTable } from "./table.ts";

const METHOD = `\
Every contender runs in a process of its own and reads the same bytes. A row counts only those that
deliver every token unchanged. The contenders take turns, and a ratio compares two figures of the
same turn. The table shows the medians, with the lowest and the highest ratio. CPU is the time of
all threads of the contender's process; the server is another process. A program starts in a folder
with a lock file, as Deno writes one by default.

The floor is the tightest loop that delivers the tokens of a well-behaved server. It has a BYOB
reader with one reused 16 KiB buffer; where the bytes come from memory, a default reader. It decodes
as it reads, searches for the line end in the new chunk only, and calls \`JSON.parse\` and a
callback. "floor again" is the same loop in another process: how far apart the two are is the noise.`;

/** A run as Markdown. */
export function report(results: readonly Result[], faults: readonly string[]): string {
  const { met, all } = countMet(results);
  const missing = faults.length === 0
    ? "No contender was wrong or left out."
    : `Wrong or left out:\n\n${faults.map((fault) => `- ${fault}`).join("\n")}`;
  return [
    describeMachine(),
    METHOD,
    markdownTable(results),
    `${met} of ${all} targets met. ${missing}`,
  ].join("\n\n") + "\n";
}
