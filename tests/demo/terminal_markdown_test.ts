// Copyright 2026 the Rivulet authors. MIT license.

// How an answer looks on a terminal.

import { assert, assertStrictEquals } from "@std/assert";
import { AnswerText } from "../../demo/terminal/answer_text.ts";
import { widthOf } from "../../demo/terminal/fit.ts";
import type { Output } from "../../demo/terminal/output.ts";
import { columnWidths, tableLines } from "../../demo/terminal/table_lines.ts";
import { WordWrap } from "../../demo/terminal/word_wrap.ts";

interface Look {
  width?: number;
  hasStyles?: boolean;
  hasLinks?: boolean;
}

/** What a terminal gets for an answer that comes in these pieces; styles as `<bold:text>`. */
function shown(pieces: Iterable<string>, look: Look = {}): string {
  const { width = 24, hasStyles = true, hasLinks = false } = look;
  let written = "";
  const output: Output = {
    write: (text) => written += text,
    isTerminal: true,
    width,
    hasStyles,
    hasLinks,
    style(styles, text) {
      const names = [styles].flat().join("+");
      return hasStyles && names !== "" ? `<${names}:${text}>` : text;
    },
    link: (text, url) => hasLinks ? `{${text}|${url}}` : text,
  };
  const answer = new AnswerText(output);
  for (const piece of pieces) answer.push(piece);
  answer.end();
  return written;
}

const PLAIN = { hasStyles: false };

const answers: [what: string, text: string, expected: string, look?: Look][] = [
  ["bold, italic and code", "a **b** *c* `d`", "a <bold:b> <italic:c> <cyan:d>\n", {
    width: 80,
  }],
  ["no marks where there are no styles", "a **b** `d`", "a b d\n", PLAIN],
  ["a heading", "# Title\ntext", "<bold:Title>\n\ntext\n"],
  ["lines and paragraphs as they came", "one\ntwo\n\nthree", "one\ntwo\n\nthree\n"],
  [
    "a hanging indent in lists",
    "- one two three four five six\n- b\n\nend",
    "• one two three four\n  five six\n• b\n\nend\n",
    PLAIN,
  ],
  [
    "numbers, and lists in lists",
    "Do:\n9. one two three four five six\n10. b\n    - c d e f g h i j k l m n",
    "Do:\n\n9. one two three four\n   five six\n10. b\n    • c d e f g h i j k\n      l m n\n",
    PLAIN,
  ],
  [
    "code as it is",
    "x\n```sh\none two three four five six\n\n  b\n```\ny",
    [
      "x",
      "",
      "<cyan:one two three four five six>",
      "",
      "<cyan:  b>",
      "",
      "y\n",
    ].join("\n"),
  ],
  ["the marks of code where there are no styles", "```\na\n```", "```\na\n```\n", PLAIN],
  [
    "a quote",
    "> one two three four five six\n\nend",
    [
      "│ one two three four",
      "│ five six",
      "",
      "end\n",
    ].join("\n"),
    PLAIN,
  ],
  ["citations", "see [1] and [2, 3].", "see [1] and [2, 3].\n"],
  [
    "the address behind a link",
    "[a b](https://x.test/p) c",
    "a b (https://x.test/p) c\n",
    { width: 80 },
  ],
  ["an address once", "https://x.test/p.", "https://x.test/p.\n", { width: 80 }],
  [
    "links where the terminal has them, and the host where the text does not tell it",
    "[a b](https://x.test/p) [ana/web](https://github.com/ana/web)",
    "{a b|https://x.test/p}<dim: (x.test)> {ana/web|https://github.com/ana/web}\n",
    { width: 80, hasLinks: true },
  ],
  [
    "the host behind what looks like one",
    "[https://github.com@x.test/](https://github.com@x.test/)",
    "https://github.com@x.test/ (https://x.test/)\n",
    { width: 80 },
  ],
  [
    "the host behind letters of another script",
    "[https://g\u0456thub.com/](https://g\u0456thub.com/)",
    "https://g\u0456thub.com/ (https://xn--gthub-n2e.com/)\n",
    { width: 80 },
  ],
  [
    "a link without the name that looks like its host",
    "[a](https://github.com@x.test/)",
    "{a|https://x.test/}<dim: (x.test)>\n",
    { width: 80, hasLinks: true },
  ],
  ["no link that is none to follow", "[a](javascript:alert) b", "a b\n", { hasLinks: true }],
  [
    "a table in columns",
    "| a | long name |\n|---|---|\n| ccc | d |\n\nend",
    [
      "a    long name",
      "ccc  d",
      "",
      "end\n",
    ].join("\n"),
    PLAIN,
  ],
  ["an image as its text", "![alt](https://x.test/i.png)", "alt\n"],
  ["tasks", "- [x] a\n- [ ] b", "• ☑ a\n• ☐ b\n", PLAIN],
  ["a rule", "a\n\n---\n\nb", `a\n\n${"─".repeat(24)}\n\nb\n`, PLAIN],
];

for (const [what, text, expected, look] of answers) {
  Deno.test(`an answer shows ${what}, however it is cut`, () => {
    for (const length of [1, 3, 1000]) {
      const pieces = text.match(new RegExp(`[^]{1,${length}}`, "gu")) ?? [];
      // Styles stand around each piece.
      const joined = shown(pieces, look).replaceAll(/>(?:<\w+:)/g, "");
      assertStrictEquals(length === 1000 ? shown(pieces, look) : joined, expected);
    }
  });
}

Deno.test("an answer loses no word behind a limit of the parser, and gets no escape sequence", () => {
  const deep = Array.from({ length: 40 }, (_, depth) => `${"  ".repeat(depth)}- w${depth}`);
  const text = shown([deep.join("\n"), "\n\n\x1b[2J end"], PLAIN);
  for (let depth = 0; depth < 40; depth++) assert(text.includes(`w${depth}`), text);
  assert(text.endsWith("␛[2J end\n"), text);
});

Deno.test("an answer takes about twice as long to show where it is twice as long", () => {
  const unit = "- **a** `b` [c](https://x.test) word word\n";
  let written = 0;
  const output = (): Output => ({
    write: () => written++,
    isTerminal: true,
    width: 80,
    hasStyles: false,
    hasLinks: false,
    style: (_style, text) => text,
    link: (text) => text,
  });
  const writes = (count: number) => {
    written = 0;
    const answer = new AnswerText(output());
    for (let index = 0; index < count; index++) answer.push(unit);
    answer.end();
    return written;
  };
  const [once, twice] = [writes(200), writes(400)];
  assert(twice / once < 2.2, `${once} ${twice}`);
});

/** What was shown of a text that comes in slices, as from a server that sends all at once. */
function shownInSlices(text: string): string {
  return shown(text.match(/[^]{1,1000}/g)!, { ...PLAIN, width: 80 });
}

Deno.test("a long table is written as it comes, in the columns of its first rows", () => {
  const rows = Array.from({ length: 2000 }, (_, row) => `| row ${1000 + row} | what it is for |`);
  rows.push("| a longer name | b |");
  const written = shownInSlices(`| a | b |\n|---|---|\n${rows.join("\n")}\n\nend`);
  const lines = written.split("\n");
  assertStrictEquals(lines[0], "a         b");
  assertStrictEquals(lines[1], "row 1000  what it is for");
  assertStrictEquals(lines[2000], "row 2999  what it is for");
  assertStrictEquals(lines.slice(2001).join("\n"), "a longer  b\nname\n\nend\n");
});

Deno.test("a row of a table that is too long is written as text, and the next one in columns", () => {
  const long = "word ".repeat(2000).trim();
  const wide = Array.from({ length: 100 }, (_, cell) => cell).join(" | ");
  const rows = ["| a | b |", "|---|---|", `| c | ${long} |`, `| ${wide} |`, "| d | e |"];
  const written = shownInSlices(rows.join("\n"));
  assertStrictEquals(written.replace(/\s+/g, " "), `a b c | ${long} ${wide} d e `);
  assertStrictEquals(written.split("\n").at(-2), "d  e");
});

Deno.test("what never becomes a link is written as it comes, and so is the text of a long one", () => {
  const long = "word ".repeat(2000).trim();
  const words = (text: string) => shownInSlices(text).replace(/\s+/g, " ").trim();
  assertStrictEquals(words(`[${long}`), `[${long}]`);
  assertStrictEquals(words(`a [${long}](https://x.test/) b`), `a [${long}](https://x.test/) b`);
  assertStrictEquals(words(`[1] [${long}] [2]`), `[1] [${long}] [2]`);
});

Deno.test("a word that is longer than a line may be gets no line end of its own", () => {
  const long = "abc".repeat(5000);
  assertStrictEquals(
    shownInSlices(`a ${long} b`),
    `a\n${long}${long.length % 80 > 77 ? "\n" : " "}b\n`,
  );
});

Deno.test("WordWrap keeps no more blanks than a line may have room for", () => {
  const wrap = new WordWrap(80);
  const written = wrap.push(" ".repeat(100_000)) + wrap.push("a ");
  assertStrictEquals(written.trim(), "a");
  assert(written.length < 2000, `${written.length}`);
});

Deno.test("what the parser of Markdown has not expected is not written beside the answer", () => {
  const target = console;
  const { assert: before } = target;
  let count = 0;
  target.assert = () => count++;
  try {
    assertStrictEquals(shown(["|a|b|\n|c|d|\n"], PLAIN), "a  b|\n\nc|d|\n");
  } finally {
    target.assert = before;
  }
  assertStrictEquals(count, 0);
});

Deno.test("tableLines() breaks the texts of a table that is too wide", () => {
  const rows = [["name", "what it does"], ["ripgrep", "searches folders of source code"]];
  const lines = tableLines(rows, columnWidths(rows, 26));
  assertStrictEquals(
    lines.join("\n"),
    "name     what it does\nripgrep  searches folders\n         of source code",
  );
  const narrow = [["a".repeat(50), "b"]];
  for (const line of tableLines(narrow, columnWidths(narrow, 20))) assert(widthOf(line) <= 61);
});
