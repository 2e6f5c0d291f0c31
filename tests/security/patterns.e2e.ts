// Copyright 2026 the Rivulet authors. MIT license.

// No pattern of the library or of the demo takes more than linear time, whatever the text is. Two
// look at each: an analyser, and one who runs it on texts made of the pattern itself.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { analyse } from "scslre";
import { type Attack, attacksOn } from "./pattern_attacks.ts";
import { countSteps, MAX_STEPS } from "./pattern_steps.ts";
import { readSources } from "./sources.ts";

/** How often what is repeated is, at first: less often where it is long. */
const MOST_TIMES = 40;
const LEAST_TIMES = 12;
const LENGTH = 600;

/** How much more a text of twice the length may cost. */
const MAX_GROWTH = 2.5;

/** Why a pattern may take more than linear time; undefined if there is no reason. */
function findFault(source: string, flags: string): string | undefined {
  const [report] = analyse({ source, flags }).reports;
  if (report !== undefined) return `/${source}/${flags}: ${report.type}`;
  const pattern = new RegExp(source, flags);
  const attack = attacksOn(pattern).find((each) => isSlow(pattern, each));
  return attack && `/${source}/${flags}: ${JSON.stringify(attack)}`;
}

function isSlow(pattern: RegExp, { before, repeated, after }: Attack): boolean {
  const stepsFor = (times: number) => countSteps(pattern, before + repeated.repeat(times) + after);
  const fitting = Math.ceil(LENGTH / repeated.length);
  const times = Math.max(LEAST_TIMES, Math.min(MOST_TIMES, fitting));
  const steps = stepsFor(2 * times);
  return steps === MAX_STEPS || steps > MAX_GROWTH * stepsFor(times);
}

const SLOW: [source: string, flags: string][] = [
  ["\\/+$", ""],
  ["-MLC.*$", ""],
  ["(\\d+)MB fetched", ""],
  ["(?<!\\w)_+|_+(?!\\w)", "g"],
  ['[?&]page=(\\d+)[^>]*>;\\s*rel="last"', ""],
  ["(a+)+$", ""],
  ["^(a|a)*$", ""],
  ["\\/([^/]+?-q\\d+f\\d+(?:_\\d)?)[-_][^/]*\\.wasm$", ""],
  ["(?:^|\\n)(?: {4}|\\t)\\s*$", ""],
];

for (const [source, flags] of SLOW) {
  Deno.test(`the slow pattern /${source}/${flags} is found`, () => {
    assert(findFault(source, flags) !== undefined);
  });
}

const FAST: [source: string, flags: string][] = [
  ['^\\s*(?:\\{|\\[\\s*(?:[[{"]|$))', ""],
  ["\\r\\n?", "g"],
  ["\\s*(?:data:\\s*)*", "y"],
  ["(\\d{1,9})MB fetched", ""],
];

for (const [source, flags] of FAST) {
  Deno.test(`the pattern /${source}/${flags} is not taken for a slow one`, () => {
    assertStrictEquals(findFault(source, flags), undefined);
  });
}

for (const { path, nodes } of readSources()) {
  const patterns = nodes.filter(({ type }) => type === "RegExpLiteral");
  const made = nodes.filter(({ type, callee }) =>
    /^(?:New|Call)Expression$/.test(type) && (callee as { name?: string }).name === "RegExp"
  );
  if (patterns.length + made.length === 0) continue;

  Deno.test(`the patterns of ${path} take linear time`, () => {
    const faults = patterns.map(({ pattern, flags, loc }) => {
      const fault = findFault(pattern as string, flags as string);
      return fault && `line ${loc.start.line}: ${fault}`;
    });
    assertEquals(faults.filter(Boolean), []);
    // Nobody could tell how long a pattern takes that is put together while it runs.
    assertEquals(made.map(({ loc }) => `line ${loc.start.line}: RegExp()`), []);
  });
}
