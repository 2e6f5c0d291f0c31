// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertStrictEquals } from "@std/assert";
import { cleanText, cut } from "../../demo/stars/clean_text.ts";
import { shownLine, shownText } from "../../demo/stars/shown_text.ts";

const cases: [what: string, text: string, shown: string][] = [
  ["colours", "\u001b[1;31mred\u001b[0m", "red"],
  ["a colour with one control character", "\u009b31mred", "red"],
  ["a title of the window", "a\u001b]0;owned\u0007b", "ab"],
  ["a link of the terminal", "\u001b]8;;https://x.test\u001b\\here\u001b]8;;\u001b\\", "here"],
  ["a device control string", "a\u001bPq#0\u001b\\b", "ab"],
  ["a title that does not end", "a\u001b]0;owned", "a"],
  ["a reset of the terminal", "a\u001bcb", "ab"],
  ["an escape alone", "a\u001b", "a"],
  ["a bell and a backspace", "a\u0007b\u0008c", "a b c"],
  ["a direction override", "a\u202egnp.exe\u202c", "agnp.exe"],
  ["isolates and marks of direction", "\u2066a\u2069\u200f\u061c", "a"],
  ["zero-width characters", "rip\u200bgrep\u2060 \ufeffx", "ripgrep x"],
  ["a soft hyphen", "rip\u00adgrep", "ripgrep"],
  ["tags that only a model reads", "fine\u{e0049}\u{e0067}\u{e006e}\u{e007f}", "fine"],
  ["bytes in variation selectors", "😀\u{e0100}\u{e01ef}\ufe01x", "😀x"],
  ["a joiner between plain letters", "a\u200db\u200cc", "abc"],
  ["blanks that are letters", "a\u3164b\u2800c", "a b c"],
  ["line separators", "a\u2028b\u0085c", "a b c"],
  ["half a pair", "a\ud83d b", "a\ufffd b"],
  ["a tower of marks", `e${"\u0301".repeat(50)}!`, `e${"\u0301".repeat(4)}!`],
  ["private characters", "a\ue000b", "a\ufffdb"],
];
for (const [what, text, shown] of cases) {
  Deno.test(`shownLine() lets nothing act or hide: ${what}`, () => {
    assertStrictEquals(shownLine(text), shown);
  });
}

const kept: [what: string, text: string][] = [
  ["a family", "👩‍👩‍👧 and 🏳️‍🌈"],
  ["a skin colour", "👍🏽"],
  ["a keycap", "1️⃣"],
  ["a heart in colour", "❤️"],
  ["Persian with a non-joiner", "می‌خواهم"],
  ["Hindi with a joiner", "क्‍ष"],
  ["the sign of an Arabic number", "\u0600\u0661\u0662"],
  ["accents in two characters", "e\u0301"],
  ["Hebrew, Chinese and Greek", "שלום 你好 γειά"],
];
for (const [what, text] of kept) {
  Deno.test(`shownLine() keeps ${what}`, () => assertStrictEquals(shownLine(text), text));
}

Deno.test("shownText() keeps lines and tabs", () => {
  assertStrictEquals(shownText("a\r\n\tb\rc\u2029d"), "a\n\tb\nc\nd");
});

const codes: [text: string, clean: string][] = [
  [":rocket: Fast :zap::sparkles: code", "Fast code"],
  [":+1: :100: :1st_place_medal: yes", "yes"],
  ["at 12:30:45, std::vector and a:b:c", "at 12:30:45, std::vector and a:b:c"],
  ["Search:fast: yes", "Search:fast: yes"],
  ["(:tada:)", "( )"],
  ["\u200b:ro\u200bcket: x", "x"],
];
for (const [text, clean] of codes) {
  Deno.test(`cleanText() leaves out the codes of emoji in ${JSON.stringify(text)}`, () => {
    assertStrictEquals(cleanText(text), clean);
  });
}

Deno.test("cut() does not halve a character", () => {
  assertStrictEquals(cut("abc😀def", 5), "abc…");
  assert(cut("abc😀def", 6).isWellFormed());
});
