// Copyright 2026 the Rivulet authors. MIT license.

import { compare, type Comparison, isMet, type Result } from "./result.ts";
import { median } from "./statistics.ts";

const HEAD = [
  "| Metric | Contender | Figure | Against | Its figure | Ratio | Min–max | Target | Met |",
  "| --- | --- | ---: | --- | ---: | ---: | --- | --- | --- |",
];

/** The results as a Markdown table, a line for each comparison. */
export function markdownTable(results: readonly Result[]): string {
  return [...HEAD, ...results.flatMap(linesOf)].join("\n");
}

/** How many comparisons have a target, and how many of them meet it. */
export function countMet(results: readonly Result[]): { met: number; all: number } {
  const judged = results.flatMap(compare).filter(({ atMost }) => atMost !== undefined);
  return { met: judged.filter(isMet).length, all: judged.length };
}

function linesOf(result: Result): string[] {
  return compare(result).map((comparison, index) => {
    const { subject, ours, against, theirs, ratios, atMost } = comparison;
    return `| ${
      [
        index === 0 ? `${result.metric} (${result.unit})` : "",
        subject,
        round(ours),
        against,
        round(theirs),
        median(ratios).toFixed(2),
        ratios.length < 2
          ? ""
          : `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`,
        atMost === undefined ? "" : `≤ ${atMost}`,
        verdict(comparison),
      ].join(" | ")
    } |`;
  });
}

function verdict(comparison: Comparison): string {
  if (comparison.atMost === undefined) return "";
  return isMet(comparison) ? "yes" : "no";
}

/** Three digits that count. */
function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
