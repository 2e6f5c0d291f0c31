// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { toMarkdown } from "../../demo/page/answer/copy.ts";
import { Stopwatch } from "../../demo/page/answer/stopwatch.ts";
import {
  formatBytes,
  formatCount,
  formatPlural,
  formatSeconds,
  formatWait,
} from "../../demo/page/format.ts";
import { matchesTitle, rankingWords } from "../../demo/page/matches/match_words.ts";
import { readUserName } from "../../demo/page/stars/user_name.ts";
import type { ComparedWith } from "../../demo/page/search/messages.ts";
import { findMentions, looksLikeRepository } from "../../demo/stars/mentions.ts";
import type { Repository } from "../../demo/stars/repository.ts";

Deno.test("format: numbers are written in one way", () => {
  assertEquals([formatCount(1842), formatPlural(1, "match", "matches")], ["1,842", "1 match"]);
  assertEquals(
    [820, 12_300, 3_440_000, 278_000_000, 700_000_000].map(formatBytes),
    ["820 bytes", "12 KB", "3.4 MB", "278 MB", "0.7 GB"],
  );
  assertEquals(
    [4000, 42_000, 130_000, 840_000, 7_300_000].map(formatWait),
    ["a few seconds", "about 40 s", "about 2 min", "about 14 min", "about 2 h"],
  );
  assertStrictEquals(formatSeconds(940), "0.9 s");
});

const names: [text: string, name: string | undefined][] = [
  ["ana", "ana"],
  [" @ana ", "ana"],
  ["https://github.com/ana?tab=stars", "ana"],
  ["github.com/ana/", "ana"],
  ["mona-lisa", "mona-lisa"],
  ["", undefined],
  ["two words", undefined],
  ["-ana", undefined],
  ["ana/repo", undefined],
  ["../../etc", undefined],
];
for (const [text, name] of names) {
  Deno.test(`readUserName() reads ${JSON.stringify(text)} as ${name}`, () => {
    assertStrictEquals(readUserName(text), name);
  });
}

const mentions: [text: string, names: string[]][] = [
  ["Use BurntSushi/ripgrep, or sharkdp/fd.", ["BurntSushi/ripgrep", "sharkdp/fd"]],
  ["vercel/next.js.", ["vercel/next.js"]],
  ["See https://github.com/a/b and src/main.rs and ./x/y", []],
  ["a/b/c is a path", []],
  ["read/write", ["read/write"]],
];
for (const [text, expected] of mentions) {
  Deno.test(`findMentions() finds ${JSON.stringify(expected)} in ${JSON.stringify(text)}`, () => {
    assertEquals(findMentions(text).map(({ name }) => name), expected);
  });
}

Deno.test("looksLikeRepository() tells names from words with a slash", () => {
  const yes = ["BurntSushi/ripgrep", "ast-grep/ast-grep", "vercel/next.js", "user/repo2"];
  const no = ["read/write", "TCP/IP", "and/or", "24/7", "I/O"];
  assertEquals(yes.map(looksLikeRepository), yes.map(() => true));
  assertEquals(no.map(looksLikeRepository), no.map(() => false));
});

function repository(fullName: string): Repository {
  return { fullName, description: "", topics: [], stars: 1, archived: false };
}

Deno.test("toMarkdown() makes each citation a link", () => {
  const matches = [repository("a/one"), repository("b/two"), repository("c/three")];
  assertStrictEquals(
    toMarkdown("Take [1, 3].\n", matches),
    'Take [1][3].\n\n[1]: https://github.com/a/one "a/one"\n[3]: https://github.com/c/three "c/three"',
  );
  assertStrictEquals(toMarkdown("None fits.", matches), "None fits.");
});

Deno.test("Stopwatch counts from the start to the first token, and tokens a second after it", () => {
  let now = 100;
  const watch = new Stopwatch(() => now);
  assertEquals([watch.firstTokenMs, watch.tokensPerSecond], [undefined, undefined]);
  for (const at of [1000, 1050, 1100]) {
    now = at;
    watch.token();
  }
  assertEquals([watch.firstTokenMs, watch.tokensPerSecond], [900, 20]);
});

Deno.test("the words above the matches say what is shown and how it was ranked", () => {
  const matches = {
    question: "x",
    repositories: [repository("a/one")],
    typed: [],
    terms: [[]],
    total: 1,
    comparedWith: "nothing" as const,
    milliseconds: 1,
  };
  const own = { title: "@ana", repositories: Array(1842).fill(repository("a/one")) };
  const title = (question: string, isExample = false) =>
    matchesTitle({ ...matches, question }, own, { isExample });
  assertEquals(
    [title("x"), title(""), title("x", true)],
    ["1 match from 1,842 stars", "Newest 1 of 1,842 stars", "1 match for the example"],
  );
  const ranking = (comparedWith: ComparedWith, model?: string) =>
    rankingWords({ ...matches, comparedWith }, { model, countsAsOf: undefined });
  assertEquals(
    [ranking("nothing", "m"), ranking("question", "m"), ranking("matches", "m")],
    [
      "Ranked by keyword",
      "Ranked by keyword and m",
      "Ranked by keyword and what the best matches mean; m does not answer now",
    ],
  );
});
