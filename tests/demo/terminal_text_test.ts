// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { speedOf } from "../../demo/engines/speed.ts";
import { stub } from "@std/testing/mock";
import { AnswerText } from "../../demo/terminal/answer_text.ts";
import { cutToWidth, widthOf, wrapTo } from "../../demo/terminal/fit.ts";
import type { Output } from "../../demo/terminal/output.ts";
import { plainJson, plainLine, plainText } from "../../demo/terminal/plain_text.ts";
import { WordWrap } from "../../demo/terminal/word_wrap.ts";
import { screenOf } from "../support/pseudo_screen.ts";

const plain: [text: string, expected: string][] = [
  ["\x1b[31mred\x1b[0m", "␛[31mred␛[0m"],
  ["\x1b]52;c;aGk=\x07", "␛]52;c;aGk=␇"],
  ["a\x00b\x08c\x7fd", "a␀b␈c␡d"],
  ["\x9b31m\x85", "\ufffd31m\ufffd"],
  ["one\r\ntwo\rthree", "one\ntwothree"],
  ["a\tb\nc", "a\tb\nc"],
  ["\u202egnp.exe\u202c \u2066x\u2069\u200e\u200f\u061c", "gnp.exe x"],
  ["a\u2028b\u2029c", "a\nb\nc"],
  ["\ufeffzero\u200bwidth\u00ad\u2060", "zerowidth"],
  ["\u{e0041}\u{e007f}tag", "tag"],
  ["👩‍💻 می‌خواهم ﷽ é 漢字", "👩‍💻 می‌خواهم ﷽ é 漢字"],
  ["\u0600١٢", "\u0600١٢"],
  ["p\u200dass\u200cword", "password"],
  ["fine😀\u{e0100}\u{e01ef}\ufe01", "fine😀"],
  ["a\u3164b\u115fc\u2800d", "a b c d"],
  ["a\ue000b\ud83dc", "a\ufffdb\ufffdc"],
  [`e${"\u0301".repeat(50)}!`, `e${"\u0301".repeat(4)}!`],
];

for (const [text, expected] of plain) {
  Deno.test(`plainText() of ${JSON.stringify(text)}`, () => {
    assertStrictEquals(plainText(text), expected);
  });
}

Deno.test("plainLine() makes one line", () => {
  assertStrictEquals(plainLine(" a\r\n\tb \u2028 c\x1b "), "a b c␛");
});

Deno.test("plainJson() loses nothing and holds no such character", () => {
  const value = { text: plain.map(([text]) => text).join(" "), "\x9b": ["\u{e0041}"] };
  const json = plainJson(value);
  assertEquals(JSON.parse(json), value);
  assert(
    !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/u.test(json),
    json,
  );
});

/** Wraps a text that comes in pieces of this length. */
function wrapped(text: string, width: number, length = 3): string {
  const wrap = new WordWrap(width);
  const pieces = text.match(new RegExp(`[^]{1,${length}}`, "gu")) ?? [];
  return pieces.map((piece) => wrap.push(piece)).join("") + wrap.end();
}

const texts: [what: string, text: string, expected: string][] = [
  ["breaks between words", "one two three four", "one two\nthree four"],
  ["keeps lines", "one\n\ntwo\n", "one\n\ntwo\n"],
  ["keeps an indent", "  one two three", "  one two\nthree"],
  ["leaves a word alone that is too long", "a abcdefghijklmnop b", "a\nabcdefghijklmnop b"],
  [
    "gives escape sequences no room",
    "\x1b[1mone\x1b[22m two three",
    "\x1b[1mone\x1b[22m two\nthree",
  ],
  ["counts wide characters twice", "漢字 漢字 漢字", "漢字 漢字\n漢字"],
  ["counts a character of several parts once", "👩‍💻 👩‍💻 👩‍💻 ab", "👩‍💻 👩‍💻 👩‍💻\nab"],
  ["leaves no space at the end of a line", "one two   three", "one two\nthree"],
];

for (const [what, text, expected] of texts) {
  Deno.test(`WordWrap ${what}`, () => {
    for (const length of [1, 3, 100]) assertStrictEquals(wrapped(text, 10, length), expected);
  });
}

/** How many characters are looked through while a line of so many words is wrapped. */
function stepsFor(words: number): number {
  let steps = 0;
  const { trim } = String.prototype;
  using _trim = stub(String.prototype, "trim", function (this: string) {
    steps += this.length;
    return trim.call(this);
  });
  const { test } = RegExp.prototype;
  using _test = stub(RegExp.prototype, "test", function (this: RegExp, text: string) {
    steps += text.length;
    return test.call(this, text);
  });
  const wrap = new WordWrap(80);
  for (let count = 0; count < words; count++) wrap.push("word ");
  wrap.push("\n");
  return steps;
}

Deno.test("WordWrap takes twice as many steps for a line twice as long", () => {
  const [once, twice] = [stepsFor(1000), stepsFor(2000)];
  assert(twice / once < 2.5, `${once} ${twice}`);
});

Deno.test("WordWrap writes text without spaces as it comes", () => {
  const wrap = new WordWrap(10);
  assertStrictEquals(wrap.push("漢字"), "漢字");
});

Deno.test("AnswerText joins a character whose halves come apart, and ends its line once", () => {
  const written: string[] = [];
  const output = pipeTo((text) => written.push(text));
  const answer = new AnswerText(output);
  for (const token of ["a \ud83d", "\ude00 b", "\x1b[2J"]) answer.push(token);
  answer.end();
  assertStrictEquals(written.join(""), "a 😀 b␛[2J\n");
  const other = new AnswerText(output);
  written.length = 0;
  other.push("a\n");
  other.end();
  assertStrictEquals(written.join(""), "a\n");
});

Deno.test("AnswerText shows the same text however it is cut into tokens", () => {
  const text = [
    ...plain.map(([text]) => text),
    "🏳️‍🌈 👍🏽 1️⃣ क्‍ष e\u0301",
    "می\u200c",
    "a\u200d\u200db\u200d",
  ].join(" | ");
  const shown = (tokens: Iterable<string>) => {
    let written = "";
    const answer = new AnswerText(pipeTo((text) => written += text));
    for (const token of tokens) answer.push(token);
    answer.end();
    return written;
  };
  const whole = shown([text]);
  assertStrictEquals(whole, `${plainText(text)}\n`);
  assertStrictEquals(shown(text), whole);
  assertStrictEquals(shown(text.split("")), whole);
  assertStrictEquals(shown(text.match(/[^]{1,7}/g)!), whole);
});

function pipeTo(write: (text: string) => void): Output {
  return {
    write,
    isTerminal: false,
    width: undefined,
    hasStyles: false,
    hasLinks: false,
    style: (_style, text) => text,
    link: (text) => text,
  };
}

Deno.test("cutToWidth() and wrapTo() fit what they are given", () => {
  assertStrictEquals(cutToWidth("short", 10), "short");
  assertStrictEquals(cutToWidth("漢字漢字漢字", 7), "漢字漢…");
  assertStrictEquals(cutToWidth("one two three", 8), "one two…");
  assertEquals(wrapTo("one two three", 8).split("\n").map(widthOf), [7, 5]);
  assertStrictEquals(wrapTo("one two three", undefined), "one two three");
});

Deno.test("screenOf() shows what a terminal does", () => {
  assertEquals(screenOf("a\r\n\rWaiting · 2 s\x1b[K\rWaiting · 3 s\x1b[K\r\x1b[Kend\r\n"), [
    "a",
    "end",
    "",
  ]);
  assertEquals(screenOf("\x1b[1m\x1b]8;;http://x\x1b\\name\x1b]8;;\x1b\\\x1b[22m"), ["name"]);
});

Deno.test("speedOf() tells a slow answer with a decimal", () => {
  const speeds = [0.44, 1, 1.09, 9.94, 9.96, 31.4].map(speedOf);
  assertEquals(speeds, [
    "0.4 tok/s",
    "1.0 tok/s",
    "1.1 tok/s",
    "9.9 tok/s",
    "10 tok/s",
    "31 tok/s",
  ]);
});
