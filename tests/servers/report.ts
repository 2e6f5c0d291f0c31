// Copyright 2026 the Rivulet authors. MIT license.

import type { Outcome } from "./check.ts";
import type { Target } from "./target.ts";

const MARKS = { passed: "ok  ", failed: "FAIL", skipped: "skip" };

/** The heading of a server. */
export function headingOf({ name, baseUrl, chatModel, embeddingModel }: Target): string {
  const models = [chatModel, embeddingModel].filter((model) => model !== undefined).join(", ");
  return `\n${name} at ${baseUrl}, with ${models}\n`;
}

/** An outcome: one line, and one more for each habit of the server. */
export function linesOf({ name, result, details, habits }: Outcome): string {
  const line = [`${MARKS[result]}  ${name}`, ...details].join("\n        ");
  return [line, ...habits.map((habit) => `        its habit: ${habit}`)].join("\n");
}

/** The last line. */
export function countOf(outcomes: readonly Outcome[]): string {
  const count = (wanted: Outcome["result"]) =>
    outcomes.filter(({ result }) => result === wanted).length;
  return `\n${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped`;
}
