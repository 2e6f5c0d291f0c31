// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
import { ThinkingSplitter } from "@rivulet/llm";

/** What the splitter makes of a text in pieces of one size, with neighbours of one kind joined. */
function split(text: string, size = text.length): string {
  const splitter = new ThinkingSplitter();
  const pieces = text.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
  const parts = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
  return parts
    .map(({ reasoning, token }) => reasoning === undefined ? token : `(${reasoning})`)
    .join("")
    .replaceAll(")(", "");
}

const cases: [what: string, text: string, expected: string][] = [
  [
    "a block before the answer",
    "<think>\nHm, a < b\n\nso\n</think>\n\nYes",
    "(Hm, a < b\n\nso)Yes",
  ],
  ["an empty block", "<think>\n\n</think>\n\nYes\n", "Yes\n"],
  ["a block without blank lines", "<think>Hm</think>Yes", "(Hm)Yes"],
  ["a block that ends in blanks", "<think>Hm \n\n</think>Yes", "(Hm)Yes"],
  ["a block that ends in blanks and never closes", "<think>Hm \n", "(Hm)"],
  ["blank text before the block", " \n<think>Hm</think>Yes", "(Hm)Yes"],
  ["a block that never ends", "<think>Hm </thin", "(Hm </thin)"],
  ["a block and nothing else", "<think>Hm</think>\n\n", "(Hm)"],
  ["an answer without a block", "Yes <think>no</think>", "Yes <think>no</think>"],
  ["an answer that begins like a block", "<thing> is a tag", "<thing> is a tag"],
  ["an answer that is the beginning of a tag", "<thi", "<thi"],
  ["an answer that begins with blanks", "  \nYes ", "  \nYes "],
  ["blanks alone", " \n", " \n"],
  ["a second block", "<think>a</think>b<think>c</think>", "(a)b<think>c</think>"],
  ["tags inside the block", "<think>a <b> </think", "(a <b> </think)"],
  ["an empty text", "", ""],
  ["a block in capitals", "<THINK>Hm</Think>Yes", "(Hm)Yes"],
  [
    "a block with the tags of another family in it",
    "<thinking>a</think>b</thinking>c",
    "(a</think>b)c",
  ],
  ["a second block right behind the first", "<think>a</think>\n<think>b</think>\n\nYes", "(ab)Yes"],
  ["a second block of another family", "<think>a</think>[THINK]b[/THINK]Yes", "(ab)Yes"],
  ["what only begins like a second block", "<think>a</think>\n<thing>", "(a)<thing>"],
  ["the beginning of a second block at the end", "<think>a</think>\n<thi", "(a)<thi"],
  ["a letter that is longer in small", "<think>\u0130\u0130</think>\u0130", "(\u0130\u0130)\u0130"],
  ...[
    ["<thinking>", "</thinking>"],
    ["<thought>", "</thought>"],
    ["<reasoning>", "</reasoning>"],
    ["[THINK]", "[/THINK]"],
    ["<seed:think>", "</seed:think>"],
    ["<mm:think>", "</mm:think>"],
    ["\u25c1think\u25b7", "\u25c1/think\u25b7"],
    ["<|START_THINKING|>", "<|END_THINKING|>"],
  ].map(([open, close]): [string, string, string] => [
    `a block of ${open}`,
    `${open}\nHm ${open}${close}\nYes ${open}`,
    `(Hm ${open})Yes ${open}`,
  ]),
];

for (const [what, text, expected] of cases) {
  Deno.test(`ThinkingSplitter splits ${what}, cut anywhere`, () => {
    for (let size = 1; size <= Math.max(1, text.length); size++) {
      assertEquals(split(text, size), expected, `in pieces of ${size}`);
    }
  });
}
