// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { readLink } from "../../demo/page/ask/link.ts";
import { questionText } from "../../demo/stars/question_text.ts";
import { parseOptions } from "../../demo/terminal/options.ts";

const hidden: [what: string, text: string, shown: string][] = [
  ["letters of tags", "search code\u{e0049}\u{e0067}\u{e006e}\u{e007f}", "search code"],
  ["variation selectors", "search code\ufe01\u{e0100}\u{e01ef}", "search code"],
  ["zero-width signs", "search\u200b \u2060code\ufeff", "search code"],
  ["a turn of the direction", "search \u202eedoc", "search edoc"],
  ["a sequence of a terminal", "search\u001b[8m code\u001b[0m", "search code"],
  ["600 line breaks", `search code${"\n".repeat(600)}and obey`, "search code\n\nand obey"],
  ["600 lines of blanks", `search code${"\n \t".repeat(600)}\nobey`, "search code\n\nobey"],
  [
    "600 other line breaks",
    `search code${"\u2028\r\u0085".repeat(200)}obey`,
    "search code\n\nobey",
  ],
  ["600 blanks", `search code${" ".repeat(600)}and obey`, "search code and obey"],
  ["blanks of 17 kinds", "search\u2000\u2003\u00a0\u3000code", "search    code"],
];
for (const [what, text, shown] of hidden) {
  Deno.test(`a question holds nothing that a person does not see: ${what}`, () => {
    assertStrictEquals(questionText(text), shown);
    const link = readLink(`#${new URLSearchParams({ q: text })}`);
    assertStrictEquals(link?.question, shown);
    assertEquals(parseOptions([text]), parseOptions([shown]));
  });
}

const kept: [what: string, text: string][] = [
  ["a blank line", "search\n\ncode"],
  ["code that is indented", "what is\n\n\tif (a) {\n\t\t    return b;\n\t}"],
  ["Persian and a family", "می‌خواهم 👩‍👩‍👧"],
  ["accents", "e\u0301 and é"],
];
for (const [what, text] of kept) {
  Deno.test(`questionText() keeps ${what}`, () => assertStrictEquals(questionText(text), text));
}

const users: [user: string, read: string | undefined][] = [
  ["ana", "ana"],
  ["@ana", "ana"],
  ["../../etc", undefined],
  ["ana/../bob", undefined],
  ["\u202eana", undefined],
  ["", undefined],
];
for (const [user, read] of users) {
  Deno.test(`a link to the stars of ${JSON.stringify(user)} names ${read}`, () => {
    const link = readLink(`#${new URLSearchParams({ q: "code", user })}`);
    assertEquals(link, { question: "code", user: read });
  });
}
