// Copyright 2026 the Rivulet authors. MIT license.

import { assertMatch, assertStrictEquals } from "@std/assert";
import { withPart } from "../../bench/page.ts";

const HEAD = "| Metric | Contender | Met |\n| --- | --- | --- |\n";

const PAGE = `# Benchmarks

The table of one run.

${HEAD}| a (ms) | old | no |
|  | old | yes |
| b (ms) | old | yes |

2 of 3 targets met. No contender was wrong or left out.
`;

function part(rows: string): string {
  return `- a machine\n\n${HEAD}${rows}\n\n9 of 9 targets met. No contender was wrong.\n`;
}

Deno.test("the rows of a later run take the places of those of the same metric, and new ones come last", () => {
  const report = part("| c (ms) | new | no |\n| a (ms) | new | yes |");
  const expected = `# Benchmarks

The table of one run.

Of a later run, \`bench --only c,a\`: c (ms); a (ms).

${HEAD}| a (ms) | new | yes |
| b (ms) | old | yes |
| c (ms) | new | no |

2 of 3 targets met. No contender was wrong or left out.
`;
  const once = withPart(PAGE, { command: "bench --only c,a", report });
  assertStrictEquals(once, expected);
  assertStrictEquals(withPart(once, { command: "bench --only c,a", report }), expected);
});

Deno.test("a row that is measured later is no more said to be left out", () => {
  const table = `${HEAD}| a (ms) | old | yes |`;
  const page = (end: string) => `# Benchmarks\n\nThe table of one run.\n\n${table}\n\n${end}\n`;
  const faulty = page("1 of 1 targets met. Wrong or left out:\n\n- c: a fault\n- d: another");
  const report = part("| c (ms) | new | yes |");
  const once = withPart(faulty, { command: "bench --only c --write", report });
  assertStrictEquals(once.includes("- c:"), false);
  assertMatch(once, /\n2 of 2 targets met\. Wrong or left out:\n\n- d: another\n$/);
  const twice = withPart(once, {
    command: "bench --only d",
    report: part("| d (ms) | new | yes |"),
  });
  assertMatch(twice, /\n3 of 3 targets met\. No contender was wrong or left out\.\n$/);
});
