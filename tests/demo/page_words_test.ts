// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertMatch, assertStrictEquals } from "@std/assert";
import { getProviderById } from "@rivulet/llm/providers";
import {
  formatBytes,
  formatCount,
  formatPlural,
  formatSeconds,
  formatWait,
} from "../../demo/page/messages/format.ts";
import { matchesTitle, noMatchAdvice, rankingWords } from "../../demo/page/messages/match_words.ts";
import { answerTitle, FROM_LIST, sourcesTitle } from "../../demo/page/messages/source_words.ts";
import { boxWords, followUpWords } from "../../demo/page/messages/box_words.ts";
import { firstWords } from "../../demo/page/messages/talk_words.ts";
import { createAsked } from "../../demo/page/state/asked.ts";
import { readUserName } from "../../demo/stars/user_name.ts";
import { Stopwatch } from "../../demo/page/state/stopwatch.ts";
import { findMentions, looksLikeRepository } from "../../demo/stars/mentions.ts";
import { strangersIn, strangerWords } from "../../demo/stars/strangers.ts";
import { isParroted } from "../../demo/stars/parroted.ts";
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
  ["a--b", "a--b"],
  ["github.com/ana/repo", "ana"],
  ["https://github.com/stars/ana/lists/cli", "ana"],
  ["https://github.com/ana/repo/issues?q=1#x", "ana"],
  ["https://evil.test/ana", undefined],
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
  ["See https://example.com/a/b and src/main.rs and ./x/y", []],
  ["See https://github.com/a/b, github.com/c/d.js. and www.github.com/e/f.git", [
    "a/b",
    "c/d.js",
    "e/f",
  ]],
  ["See https://github.com/a/b/blob/main/x.ts#L1 and c/d", ["a/b", "c/d"]],
  ["github.com/topics/cli, gist.github.com/a/b, notgithub.com/a/b, github.com/ana", []],
  ["a/b/c is a path", []],
  ["read/write", ["read/write"]],
];
for (const [text, expected] of mentions) {
  Deno.test(`findMentions() finds ${JSON.stringify(expected)} in ${JSON.stringify(text)}`, () => {
    assertEquals(findMentions(text).map(({ name }) => name), expected);
  });
}

Deno.test("findMentions() knows a name behind a label, as models repeat it", () => {
  const of = (text: string) => findMentions(text).map(({ name, isLabelled }) => [name, isLabelled]);
  assertEquals(of("Context 9: jenkins/voice and read/write"), [
    ["jenkins/voice", true],
    ["read/write", false],
  ]);
  assertEquals(of("[3] jenkins/voice, source: a/b"), [["jenkins/voice", true], ["a/b", true]]);
  assertEquals(of("In this context and/or that"), [["and/or", false]]);
  assertEquals(of("Take github.com/read/write"), [["read/write", true]]);
});

Deno.test("strangersIn() finds what an answer names and the list has not", () => {
  const known = ["BurntSushi/ripgrep", "a/b"].map(repository);
  const of = (answer: string) => strangersIn(answer, known);
  assertEquals(
    of("Take burntsushi/ripgrep [1] or github.com/a/b, read/write and src/main.rs."),
    [],
  );
  assertEquals(
    of("[2] github.com/GoogleCloud/cloud-java, **c/d** and GoogleCloud/Cloud-java; [3] e/f"),
    ["GoogleCloud/cloud-java", "c/d", "e/f"],
  );
  assertEquals(of("`Ghost/Town` and\n```\nGhost/Town\n```\n"), []);
});

Deno.test("strangerWords() names a few, and counts the rest", () => {
  const names = Array.from({ length: 10 }, (_, index) => `a/${index}`);
  assertStrictEquals(strangerWords([]), undefined);
  assertStrictEquals(strangerWords(names.slice(0, 2)), "Named, but not in the list: a/0, a/1");
  assertMatch(strangerWords(names)!, /: a\/0, .*a\/7 and 2 more$/);
});

Deno.test("looksLikeRepository() tells names from words with a slash", () => {
  const yes = ["BurntSushi/ripgrep", "ast-grep/ast-grep", "vercel/next.js", "user/repo2"];
  const no = ["read/write", "TCP/IP", "and/or", "24/7", "I/O"];
  assertEquals(yes.map(looksLikeRepository), yes.map(() => true));
  assertEquals(no.map(looksLikeRepository), no.map(() => false));
});

function repository(fullName: string): Repository {
  return { fullName, description: "", topics: [], stars: 1, archived: false };
}

Deno.test("Stopwatch counts to the first word that is shown, and tokens a second", () => {
  let now = 100;
  const watch = new Stopwatch(() => now);
  assertEquals([watch.firstWordMs, watch.tokensPerSecond], [undefined, undefined]);
  for (const at of [1000, 1050, 1100]) {
    now = at;
    watch.token({ isVisible: at > 1000 });
  }
  assertEquals([watch.firstWordMs, watch.tokensPerSecond], [950, 20]);
  // Eleven tokens that came as three pieces.
  watch.counted(11);
  assertEquals(watch.tokensPerSecond, 100);
});

Deno.test("rankingWords() says that a model does not read the letters of a question", () => {
  const words = (question: string) =>
    rankingWords(
      { question, comparedWith: "nothing", repositories: [], total: 9 },
      { model: "all-minilm", sort: "best" },
    );
  assertStrictEquals(
    words("识别图片中的文字"),
    "by words · all-minilm reads English only, embeddinggemma reads this",
  );
  assertStrictEquals(words("read text"), "by words · of equals the better known first");
  assertStrictEquals(
    rankingWords(
      { question: "Größe von Ordnern", comparedWith: "question", repositories: [], total: 9 },
      { model: "all-minilm", sort: "best" },
    ),
    "by words and all-minilm, which reads English; embeddinggemma reads this · " +
      "of equals the better known first",
  );
});

Deno.test("boxWords() asks for a follow-up where there is an answer, or one is coming", () => {
  const answered = createAsked("q", { list: "Sample", phase: { kind: "done" }, text: "An answer" });
  const noMatch = { list: "Sample", phase: { kind: "no match" } } as const;
  const running = createAsked("q", { list: "Sample", phase: { kind: "searching", since: 0 } });
  const [anew, followUp] = ["What are you looking for?", "Ask a follow-up"];
  assertEquals(
    [undefined, createAsked("q", noMatch), running, answered].map(boxWords),
    [anew, anew, followUp, followUp],
  );
  assertStrictEquals(boxWords(createAsked("q", { ...noMatch, before: answered })), followUp);
});

Deno.test("followUpWords() names the model, and not the list that has answered", () => {
  const asked = createAsked("q", { list: "Sample", phase: { kind: "done" } });
  const choice = { definition: getProviderById("local-a").definition, baseUrl: "", model: "m" };
  assertStrictEquals(followUpWords(asked), "Sends this conversation to the model.");
  asked.target.value = { by: FROM_LIST };
  assertStrictEquals(followUpWords(asked), "Sends this conversation to the model.");
  asked.target.value = { by: "m on Ollama", choice };
  assertStrictEquals(followUpWords(asked), "Sends this conversation to m on Ollama.");
});

Deno.test("answerTitle() counts the repositories that a model was sent, and none of the list's own answer", () => {
  const repositories = [{}, {}] as Repository[];
  const titles = [["Sample", false], ["@ana", false], ["@ana", true]] as const;
  const titlesBy = (by: string) =>
    titles.map(([list, isOfOther]) => {
      const matches = { question: "q", typed: [], offered: [], repositories, terms: [], total: 34 };
      const asked = createAsked("q", {
        list,
        phase: { kind: "done" },
        target: { by },
        matches: { ...matches, comparedWith: "nothing" },
      });
      return answerTitle(asked, isOfOther);
    });
  assertEquals(titlesBy("m on Ollama"), [
    "Answer from 2 repositories of the sample",
    "Answer from 2 repositories of your stars",
    "Answer from 2 repositories of the stars of @ana",
  ]);
  assertEquals(titlesBy(FROM_LIST), [
    "Answer from the sample",
    "Answer from your stars",
    "Answer from the stars of @ana",
  ]);
});

Deno.test("noMatchAdvice() asks for English words where there are none", () => {
  const english = "Most repositories are described in English: try English words.";
  const other = "Try other words, a language or a topic.";
  const questions = ["Datenbank für Vektoren", "менеджер паролей", "zzz", "", "🎂"];
  assertEquals(questions.map(noMatchAdvice), [english, english, other, other, other]);
});

Deno.test("matchesTitle() says what a question about the list asks for", () => {
  const collection = { title: "@ana", repositories: [] };
  const title = (list: { title: string; isCount: boolean }) =>
    matchesTitle(
      { question: "which?", list, repositories: [], total: 1200 },
      { collection, sort: "best", isNamed: false },
    );
  assertEquals(
    [title({ title: "archived", isCount: false }), title({ title: "", isCount: true })],
    [
      "1,200 archived",
      "1,200",
    ],
  );
});

Deno.test("the words above the matches say what is shown and how it was ranked", () => {
  const found = { question: "x", repositories: [repository("a/one")], total: 63 };
  const collection = { title: "@ana", repositories: [] };
  const options = { collection, sort: "best", isNamed: false } as const;
  const title = (
    change: Partial<typeof found>,
    more: Partial<Parameters<typeof matchesTitle>[1]>,
  ) => matchesTitle({ ...found, ...change }, { ...options, ...more });
  assertEquals(
    [
      title({}, {}),
      title({ total: 1 }, {}),
      title({}, { sort: "pushed" }),
      title({}, { isNamed: true }),
      title({ question: "", total: 1842 }, {}),
    ],
    [
      "Best 1 of 63",
      "1 match",
      "First 1 of 63",
      "Best 1 of 63 for “x”",
      "Newest 1 of 1,842 stars",
    ],
  );
  assertEquals(sourcesTitle(found), { title: "Sources", count: "1 of 63 matches" });
  const ranking = (comparedWith: Parameters<typeof rankingWords>[0]["comparedWith"]) =>
    rankingWords({ ...found, comparedWith }, { model: "m", sort: "best" });
  assertEquals([ranking("nothing"), ranking("question"), ranking("matches")], [
    "by words · of equals the better known first",
    "by words and m · of equals the better known first",
    "by words and what the best matches mean; m does not answer now · of equals the better known first",
  ]);
  assertStrictEquals(
    rankingWords(
      { ...found, comparedWith: "question", reads: "photo" },
      { model: "m", sort: "best" },
    ),
    "by words and m, which reads “photo” · of equals the better known first",
  );
  const newest = (total: number) =>
    rankingWords(
      { ...found, comparedWith: "nothing", question: "", total },
      { model: undefined, sort: "best" },
    );
  // The heading says "Newest 1 of 1,842 stars", but of a list that is shown whole only its length.
  assertEquals([newest(1842), newest(1)], ["", "newest star first"]);
});

const answers: [answer: string, isParroted: boolean][] = [
  ["[1] [2] [3] [4] [5] [6] [7] [8]", true],
  ["Context 1: a/one\nContext 2: b/two\nContext 3: c/three", true],
  ["Which tool searches code?", true],
  ["Which one or two repositories fit best, and why? [1] [2] [3]", true],
  ["a/one [1]", false],
  ["[2]", false],
  ["Take a/one [1], b/two [2] and c/three [3].", false],
  ["None of them does.", false],
  ["", false],
];
for (const [answer, expected] of answers) {
  Deno.test(`isParroted() says ${expected} of ${JSON.stringify(answer)}`, () => {
    assertStrictEquals(isParroted(answer, "Which tool searches code, and is it fast?"), expected);
  });
}

Deno.test("firstWords() tells how an answer begins, without the marks of Markdown", () => {
  const text = "## Start\n\nTake **a/one** [1].\n\n- one\n\n| A | B |\n|---|---|\n| c | d-e |";
  assertStrictEquals(firstWords(text), "Start Take a/one [1]. one A B c d-e");
  assertStrictEquals(firstWords("word ".repeat(30)), `${"word ".repeat(20).trimEnd()}…`);
});
