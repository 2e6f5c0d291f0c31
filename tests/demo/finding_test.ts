// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { cosineSimilarity } from "@rivulet/llm/embedding";
import { fitFilters, languagesOf, topicsOf } from "../../demo/stars/counts.ts";
import { factsOf } from "../../demo/stars/facts.ts";
import { acceptorOf, type Filters, isFiltering, NO_FILTERS } from "../../demo/stars/filters.ts";
import { KeywordIndex } from "../../demo/stars/keyword_index.ts";
import { markWords } from "../../demo/stars/marks.ts";
import { MeaningIndex } from "../../demo/stars/meaning_index.ts";
import { PackedVectors, packVector } from "../../demo/stars/packed_vectors.ts";
import { isOneErrorFrom } from "../../demo/stars/names.ts";
import { readQuery } from "../../demo/stars/query.ts";
import type { Repository } from "../../demo/stars/repository.ts";
import { sampleCollection } from "../../demo/stars/sample.ts";
import { spelled } from "../../demo/stars/spelling.ts";
import { sortRepositories } from "../../demo/stars/sort.ts";
import { filterWords, withoutFilter } from "../../demo/stars/typed_filter.ts";
import { languagesToOffer } from "../../demo/stars/wishes.ts";
import { wordsIn } from "../../demo/stars/words.ts";
import { wordsAlone } from "../../demo/stars/words_alone.ts";

function repository(fullName: string, more: Partial<Repository> = {}): Repository {
  return { fullName, description: "", topics: [], stars: 1, archived: false, ...more };
}

const names = (repositories: readonly Repository[]) => repositories.map(({ fullName }) => fullName);

const texts: [text: string, words: string[]][] = [
  ["C# and F#, C++ or .NET?", ["c#", "and", "f#", "c++", "or", ".net"]],
  ["ASP.NET (C++17) issue #5", ["asp", ".net", "c", "17", "issue", "5"]],
  ["node.js example.net a#b", ["node", "js", "example", "net", "a", "b"]],
  ["self-hosted snake_case", ["self", "hosted", "snake", "case"]],
  ["naïve Größe 漢字", ["naïve", "größe", "漢字"]],
  ["视频播放器vlc", ["视频", "频播", "播放", "放器", "vlc"]],
  ["书 データ", ["书", "デー", "ータ"]],
  ["오픈소스", ["오픈", "픈소", "소스"]],
  ["Hạ điểm".normalize("NFD"), ["hạ", "điểm"].map((word) => word.normalize("NFD"))],
  ["𠮷野家", ["𠮷野", "野家"]],
  ["C##### and C+++", ["c", "and", "c"]],
];
for (const [text, words] of texts) {
  Deno.test(`wordsIn() finds the words of ${JSON.stringify(text)}`, () => {
    assertEquals(wordsIn(text).map((word) => word.text), words);
    for (const { text: word, start, end } of wordsIn(text)) {
      assertStrictEquals(text.slice(start, end).toLowerCase(), word);
    }
  });
}

Deno.test("KeywordIndex takes C#, C++, F# and .NET for words, also under their other names", () => {
  const index = new KeywordIndex([
    repository("a/one", { language: "C#", topics: ["dotnet"] }),
    repository("a/two", { language: "C++" }),
    repository("a/three", { language: "C" }),
    repository("a/four", { topics: ["csharp"] }),
    repository("a/five", { language: "F#", description: "For .NET" }),
    repository("a/six", { description: "Plans a, b and c; the net result" }),
  ]);
  const find = (question: string) => names(index.search(question, 8)).toSorted();
  assertEquals(find("C#"), ["a/four", "a/one"]);
  assertEquals(find("csharp"), ["a/four", "a/one"]);
  assertEquals(find("cshar"), ["a/four"]);
  assertEquals(find("C++ (fast)"), ["a/two"]);
  assertEquals(find("cpp"), ["a/two"]);
  assertEquals(find("F#"), ["a/five"]);
  assertEquals(find(".NET"), ["a/five", "a/one"]);
  assertEquals(find("C"), ["a/six", "a/three"]);
});

Deno.test("wordsIn() finds the words of Thai, which has no spaces", () => {
  const text = "โปรแกรมแก้ไขข้อความ";
  const words = wordsIn(text);
  assert(words.length > 1, Deno.inspect(words));
  assertStrictEquals(words.map((word) => word.text).join(""), text);
});

Deno.test("wordsIn() takes pairs of Thai where the platform knows no words", () => {
  const { Segmenter } = Intl;
  try {
    Reflect.deleteProperty(Intl, "Segmenter");
    assertEquals(wordsIn("ขอความ").map((word) => word.text), ["ขอ", "อค", "คว", "วา", "าม"]);
  } finally {
    Object.assign(Intl, { Segmenter });
  }
});

Deno.test("KeywordIndex finds Chinese, Japanese, Korean and Thai words inside of others", () => {
  const index = new KeywordIndex([
    repository("a/player", { description: "一个简单的视频播放器" }),
    repository("b/shot", { description: "スクリーンショットを撮るツール" }),
    repository("c/open", { description: "오픈소스를 모은 목록" }),
    repository("d/edit", { description: "โปรแกรมแก้ไขข้อความ" }),
    repository("e/other", { description: "Something else" }),
  ]);
  const find = (question: string) => names(index.search(question, 8));
  assertEquals(find("播放器"), ["a/player"]);
  assertEquals(find("视"), ["a/player"]);
  assertEquals(find("スクリーンショット"), ["b/shot"]);
  assertEquals(find("오픈소스"), ["c/open"]);
  assertEquals(find("ข้อความ"), ["d/edit"]);
  // The words of a match are marked in its text.
  assertEquals(index.find("播放器")[0]!.terms.toSorted(), ["播放", "放器"]);
  assertEquals(index.find("视")[0]!.terms, ["视频"]);
});

Deno.test("KeywordIndex finds a word with its accents and without, and other letters as they are", () => {
  const index = new KeywordIndex([
    repository("a/editor", { description: "Un éditeur de texte" }),
    repository("b/charts", { description: "Graficos para todos" }),
    repository("c/hash", { description: "ハッシュ" }),
    repository("d/fasten", { description: "バッグ" }),
  ]);
  const find = (question: string) => names(index.search(question, 8));
  for (const question of ["éditeur", "editeur", "Éditeur", "éditeur".normalize("NFD"), "édit"]) {
    assertEquals(find(question), ["a/editor"], question);
  }
  assertEquals(find("gráficos"), ["b/charts"]);
  assertEquals(find("バッグ"), ["d/fasten"]);
  const terms = index.find("editeur")[0]!.terms;
  assertEquals(markWords("Un éditeur", terms).at(-1), { text: "éditeur", isMarked: true });
});

const named: [question: string, first: string][] = [
  ["agent-browser", "a/agent-browser"],
  ["agent browser", "a/agent-browser"],
  ["agentbrowser", "a/agent-browser"],
  ["agent-borwser", "a/agent-browser"],
  ["AgentBrowsr", "a/agent-browser"],
  ["agentbrowser for the mac", "a/agent-browser"],
  ["editor", "known/editor"],
  ["new/editor", "new/editor"],
  ["c++", "a/c++"],
  ["Àgent-bröwser", "a/agent-browser"],
];
for (const [question, first] of named) {
  Deno.test(`KeywordIndex puts ${first} first for "${question}"`, () => {
    const index = new KeywordIndex([
      repository("b/browser", { description: "Agent, browser, agent: browser agents", stars: 9e5 }),
      repository("c/agents", { description: "An editor for agents", stars: 9e5 }),
      repository("a/agent-browser", { description: "Clicks" }),
      repository("new/editor", { description: "An editor: editor, editor", stars: 3 }),
      repository("known/editor", { stars: 50_000 }),
      repository("a/c++", { description: "C++" }),
      repository("b/cpp-list", { description: "C++ C++ C++", stars: 9e5 }),
    ]);
    assertStrictEquals(names(index.search(question, 8))[0], first);
  });
}

Deno.test("KeywordIndex finds a name of any length with one error", () => {
  for (const length of [8, 61, 62, 63, 64, 65, 100]) {
    const letters = Array.from({ length }, (_, at) => String.fromCharCode(97 + (at * 7) % 26));
    const name = letters.join("");
    const index = new KeywordIndex([repository(`a/${name.slice(0, 4)}-${name.slice(4)}`)]);
    const start = name.slice(0, -1);
    for (const typed of [start, `${name}0`, `${start}0`, `${name.slice(0, -2)}${name.at(-1)}`]) {
      const found = names(index.search(typed, 8));
      assertStrictEquals(found.length, 1, `${length}: ${typed}`);
    }
  }
});

Deno.test("KeywordIndex takes a name with an error only for words that no text holds", () => {
  const index = new KeywordIndex([
    repository("a/linters"),
    repository("b/other", { description: "A linter" }),
  ]);
  assertStrictEquals(names(index.search("linter", 8))[0], "b/other");
  assertStrictEquals(names(index.search("lintesr", 8))[0], "a/linters");
});

Deno.test("KeywordIndex finds a word with two letters in turn where no text holds it", () => {
  const index = new KeywordIndex([
    repository("a/one", { description: "A dashboard for clusters" }),
    repository("b/two", { description: "A wardrobe" }),
  ]);
  assertEquals(names(index.search("dashbaord", 8)), ["a/one"]);
});

const typed: [question: string, read: string][] = [
  ["kuberntes dashbaord", "kubernetes dashboard"],
  ["Kubernetes, DASHBORD!", "Kubernetes, dashboard!"],
  // The most usual of several, and never with another first letter.
  ["stork", "store"],
  ["tashboard", "tashboard"],
  ["story zzzzzz", "story zzzzzz"],
  // The list has no such word, or only the start of one; a sentence is left as it is.
  ["zzzzzz panel", "zzzzzz panel"],
  ["kubern", "kubern"],
  ["a dashbaord for my pods", "a dashbaord for my pods"],
  [`dashbaord ${"panel ".repeat(20)}`, `dashbaord ${"panel ".repeat(20)}`],
  ["menü dashbaord", "menü dashboard"],
];
for (const [question, read] of typed) {
  Deno.test(`spelled() writes ${JSON.stringify(question.slice(0, 30))} as the list does`, () => {
    const index = new KeywordIndex([
      repository("a/one", { description: "A dashboard for Kubernetes", topics: ["panel", "menu"] }),
      repository("b/two", { description: "A store, work" }),
      repository("c/three", { description: "Another store, no story" }),
      repository("d/four", { description: "Stories" }),
    ]);
    assertStrictEquals(spelled(question, index.look(question)), read);
  });
}

Deno.test("KeywordIndex takes mistyped words as the list spells them, where nothing is found", () => {
  const index = new KeywordIndex(sampleCollection.repositories);
  const found = index.search("kubernetes dashboard", 8);
  assertStrictEquals(found[0]?.fullName, "derailed/k9s");
  assertEquals(index.search("kuberntes dashbord", 8), found);
  // A model reads them so, too.
  const question = "kuberntes dashbord";
  assertStrictEquals(spelled(question, index.look(question)), "kubernetes dashboard");
  // Nothing like these is in the list, and a sentence stays as it is.
  assertEquals(index.search("kxbxrntxs dxshbxrd", 8), []);
  assertEquals(index.search("whose kuberntes is my dashbord", 8), []);
});

Deno.test("KeywordIndex puts the better known of much alike matches first", () => {
  const index = new KeywordIndex([
    repository("a/new", { description: "Plots charts", stars: 4 }),
    repository("b/known", { description: "Plots charts", stars: 60_000 }),
  ]);
  assertEquals(names(index.search("plots", 8)), ["b/known", "a/new"]);
});

const errors: [one: string, other: string, isOne: boolean][] = [
  ["redis", "redsi", true],
  ["redis", "redi", true],
  ["redis", "rediss", true],
  ["redis", "rebis", true],
  ["redis", "redis", false],
  ["redis", "erdsi", false],
  ["redis", "rbdxs", false],
  ["aab", "aaab", true],
  ["", "a", true],
];
for (const [one, other, isOne] of errors) {
  Deno.test(`isOneErrorFrom() says ${isOne} of "${one}" and "${other}"`, () => {
    assertStrictEquals(isOneErrorFrom(one, other), isOne);
    assertStrictEquals(isOneErrorFrom(other, one), isOne);
  });
}

const queries: [text: string, words: string, typed: [string, string][]][] = [
  ["topic:cli fast search", "fast search", [["topic", "cli"]]],
  ["lang:c# json", "json", [["language", "c#"]]],
  ["search lang:rust user:@sharkdp", "search ", [["language", "rust"], ["user", "sharkdp"]]],
  ['language:"common lisp" web', "web", [["language", "common lisp"]]],
  ['lang:"common lisp', "", [["language", "common lisp"]]],
  ["Topic:CLI, please", "please", [["topic", "CLI"]]],
  ["is:archived license:mit web", "web", [["is", "archived"], ["license", "mit"]]],
  ["stars:>1000 stars:<=2.5k x", "x", [["stars", ">1000"], ["stars", "<=2.5k"]]],
  ["stars:10..20 stars:1,000..* x", "x", [["stars", "10..20"], ["stars", "1,000..*"]]],
  ["is:it stars:many stars:> license:", "is:it stars:many stars:> license:", []],
  ["size:big https://x.test std::vector", "size:big https://x.test std::vector", []],
  ["lang: rust", "lang: rust", []],
  ['lang:""', 'lang:""', []],
  ["subtopic:cli xlang:go", "subtopic:cli xlang:go", []],
  ["one\nlang:go two", "one\ntwo", [["language", "go"]]],
];
for (const [text, words, typed] of queries) {
  Deno.test(`readQuery() takes ${JSON.stringify(text)} apart`, () => {
    const query = readQuery(text);
    assertStrictEquals(query.words, words);
    assertEquals(query.typed.map(({ kind, value }) => [kind, value]), typed);
  });
}

const wishes: [text: string, words: string, filters: string[]][] = [
  ["Charts without a framework", "Charts ", ["not framework"]],
  ["message broker, not in Java", "message broker, ", ["not language: Java"]],
  ["not in Go", "", ["not language: Go"]],
  ["not in go routines", "not in go routines", []],
  ["a grep written in rust", "a grep written in rust", []],
  ["message queue in java", "message queue in java", []],
  ["notes, no telemetry", "notes, ", ["not telemetry"]],
  ["sync without the cloud and no login", "sync and ", ["not cloud", "not login"]],
  ["http client, not curl", "http client, ", ["not curl"]],
  ["no code tools", "no code tools", []],
  ["run it without having root", "run it without having root", []],
  ["not only for the mac", "not only for the mac", []],
  ["editor -electron -lang:java", "editor ", ["not electron", "not language: java"]],
  ["lang:go -topic:cli", "", ["language: go", "not topic: cli"]],
  ["ls -la and self-hosted", "ls -la and self-hosted", []],
  [`${"pasted text ".repeat(30)}, no telemetry`, `${"pasted text ".repeat(30)}, no telemetry`, []],
];
for (const [text, words, filters] of wishes) {
  Deno.test(`readQuery() reads the wishes of ${JSON.stringify(text.slice(-40))}`, () => {
    const query = readQuery(text);
    assertEquals([query.words, query.typed.map(filterWords)], [words, filters]);
  });
}

Deno.test("languagesToOffer() finds a language that is named, and none that is not wanted", () => {
  const of = (text: string) => languagesToOffer(text).map(({ value }) => value);
  assertEquals(of("message queue in java"), ["java"]);
  assertEquals(of("a grep written in Rust, in C++ or in go"), ["Rust", "C++", "go"]);
  assertEquals(of("not in Java, in go routines, in rusty old boats"), []);
});

Deno.test("a word that is not wanted hides what speaks of it, and not what says that it has none", () => {
  const texts: [description: string, isShown: boolean][] = [
    ["An editor built on Electron", false],
    ["An editor, no Electron", true],
    ["An editor without any Electron", true],
    ["An Electron-free editor", true],
    ["An alternative to Electron", true],
    ["The Electron alternative", true],
    ["For electronics", true],
    ["Smaller than Electron", true],
    ["Electrons and editors", false],
  ];
  const accept = acceptorOf(NO_FILTERS, readQuery("editor without electron").typed);
  for (const [description, isShown] of texts) {
    assertStrictEquals(accept(repository("a/b", { description })), isShown, description);
  }
  assert(!accept(repository("a/x", { topics: ["electron"] })));
  assert(accept(repository("electron/x")));
  const notJava = acceptorOf(NO_FILTERS, readQuery("not in java").typed);
  assertEquals([notJava(repository("a/b", { language: "Java" })), notJava(repository("a/b"))], [
    false,
    true,
  ]);
});

Deno.test("withoutFilter() takes one filter out of the box", () => {
  const text = "fast lang:rust search user:ana";
  const [language, user] = readQuery(text).typed;
  assertStrictEquals(withoutFilter(text, language!), "fast search user:ana");
  assertStrictEquals(withoutFilter(text, user!), "fast lang:rust search ");
});

Deno.test("readQuery() takes linear time for any text", () => {
  for (
    const text of [
      "without a ",
      " in ",
      ", no ",
      "-ab ",
      "lang:",
      'lang:"',
      "lang:a",
      ' lang:"a',
      "lang:lang:",
      "stars:1,",
    ]
  ) {
    assert(readQuery(text.repeat(20_000)).words.length >= 0);
  }
});

const list = [
  repository("sharkdp/fd", {
    language: "Rust",
    topics: ["cli", "search"],
    stars: 2000,
    license: "MIT",
  }),
  repository("ana/csv", { language: "C#", topics: ["cli"], archived: true, license: "GPL-3.0" }),
  repository("ana/web", { language: "JavaScript", topics: ["web-app"], stars: 20 }),
];

const filtered: [box: string, filters: Partial<Filters>, found: string[]][] = [
  ["lang:rust lang:c#", {}, ["sharkdp/fd", "ana/csv"]],
  ["lang:csharp", {}, ["ana/csv"]],
  ["lang:js", {}, ["ana/web"]],
  ["topic:cli topic:search", {}, ["sharkdp/fd"]],
  ['topic:"web app"', {}, ["ana/web"]],
  ["user:ANA", { archived: "hidden" }, ["ana/web"]],
  ["user:an", {}, []],
  ["", { archived: "only" }, ["ana/csv"]],
  ["", { topic: "cli", language: "Rust" }, ["sharkdp/fd"]],
  ["lang:zig", {}, []],
  ["is:archived", {}, ["ana/csv"]],
  ["is:archived", { archived: "hidden" }, []],
  ["license:mit", {}, ["sharkdp/fd"]],
  ["license:gpl license:MIT", {}, ["sharkdp/fd", "ana/csv"]],
  ["license:gp", {}, []],
  ["stars:>20", {}, ["sharkdp/fd"]],
  ["stars:>=20", {}, ["sharkdp/fd", "ana/web"]],
  ["stars:<20", {}, ["ana/csv"]],
  ["stars:<=20", {}, ["ana/csv", "ana/web"]],
  ["stars:20", {}, ["ana/web"]],
  ["stars:>1 stars:<1k", {}, ["ana/web"]],
  ["stars:1..20", {}, ["ana/csv", "ana/web"]],
  ["stars:2k..*", {}, ["sharkdp/fd"]],
];
for (const [box, filters, found] of filtered) {
  Deno.test(`acceptorOf() lets ${JSON.stringify(found)} through ${JSON.stringify([box, filters])}`, () => {
    const accept = acceptorOf({ ...NO_FILTERS, ...filters }, readQuery(box).typed);
    assertEquals(names(list.filter(accept)), found);
    assertStrictEquals(isFiltering({ ...NO_FILTERS, ...filters }), Object.keys(filters).length > 0);
  });
}

Deno.test("fitFilters() drops what a list does not have", () => {
  const filters: Filters = { language: "Zig", topic: "cli", archived: "only" };
  assertEquals(fitFilters(filters, list), { ...filters, language: "" });
  assertEquals(fitFilters(filters, [list[2]!]), NO_FILTERS);
});

Deno.test("languagesOf() and topicsOf() count, the most used first", () => {
  const rust = repository("b/b", { language: "Rust" });
  assertEquals(languagesOf([...list, rust]), [
    { name: "Rust", count: 2 },
    { name: "C#", count: 1 },
    { name: "JavaScript", count: 1 },
  ]);
  assertEquals(topicsOf(list), [{ name: "cli", count: 2 }]);
});

Deno.test("sortRepositories() sorts by each order, and keeps equals as they come", () => {
  const one = repository("a/1", { stars: 5, pushedAt: "2026-01-01", starredAt: "2020-01-01" });
  const two = repository("a/2", { stars: 9, starredAt: "2021-01-01" });
  const three = repository("a/3", { stars: 5, pushedAt: "2026-02-01" });
  const all = [one, two, three];
  assertEquals(names(sortRepositories(all, "best")), ["a/1", "a/2", "a/3"]);
  assertEquals(names(sortRepositories(all, "stars")), ["a/2", "a/1", "a/3"]);
  assertEquals(names(sortRepositories(all, "pushed")), ["a/3", "a/1", "a/2"]);
  assertEquals(names(sortRepositories(all, "starred")), ["a/2", "a/1", "a/3"]);
  assertEquals(names(all), ["a/1", "a/2", "a/3"]);
});

const marked: [text: string, terms: string[], shown: string][] = [
  ["Searches files, fast", ["searches", "fast"], "[Searches] files, [fast]"],
  ["DefinitelyTyped", ["typed"], "Definitely[Typed]"],
  ["BurntSushi/ripgrep", ["ripgrep"], "BurntSushi/[ripgrep]"],
  ["A C# and csharp tool", ["c#"], "A [C#] and [csharp] tool"],
  ["nothing here", ["x"], "nothing here"],
  ["一个简单的视频播放器", ["播放", "放器"], "一个简单的视频[播放器]"],
  ["", ["x"], ""],
];
for (const [text, terms, shown] of marked) {
  Deno.test(`markWords() marks ${JSON.stringify(terms)} in ${JSON.stringify(text)}`, () => {
    const parts = markWords(text, terms);
    assertStrictEquals(
      parts.map((part) => part.isMarked ? `[${part.text}]` : part.text).join(""),
      shown,
    );
  });
}

Deno.test("markWords() marks what a search has found", () => {
  const index = new KeywordIndex(sampleCollection.repositories);
  const [{ repository: { description }, terms }] = index.find("search code") as [
    ReturnType<KeywordIndex["find"]>[0],
  ];
  const words = markWords(description, terms).filter(({ isMarked }) => isMarked);
  assert(words.some(({ text }) => /search/i.test(text)), description);
});

Deno.test("factsOf() says what is known, in words", () => {
  const now = Date.parse("2026-11-28");
  const words = (more: Partial<Repository>) =>
    factsOf(repository("a/b", more), { now }).map((fact) => fact.words);
  assertEquals(
    words({
      language: "Rust",
      stars: 58_123,
      pushedAt: "2026-10-03T00:00:00Z",
      starredAt: "2019-03-01T00:00:00Z",
      license: "MIT",
    }),
    ["Rust", "58k stars", "pushed 2026-10", "starred 2019-03", "MIT"],
  );
  assertEquals(words({ pushedAt: "2012-05-01T00:00:00Z", archived: true }), [
    "1 star",
    "inactive since 2012",
    "archived",
  ]);
});

/** What must be found, and what shares nothing worth the name with the question. */
const floors: [question: string, found: string[], not: string[]][] = [
  [
    "A fast way to search code from the terminal",
    ["BurntSushi/ripgrep", "junegunn/fzf", "sharkdp/fd"],
    ["JuliaLang/julia", "tonsky/FiraCode", "elastic/elasticsearch"],
  ],
  [
    "static site generator",
    ["gohugoio/hugo", "withastro/astro", "facebook/docusaurus"],
    ["astral-sh/ruff", "eslint/eslint", "microsoft/TypeScript"],
  ],
  [
    "machine learning framework",
    ["tensorflow/tensorflow", "scikit-learn/scikit-learn"],
    ["rust-lang/rustlings", "kamranahmedse/developer-roadmap"],
  ],
  [
    "sync files between devices",
    ["syncthing/syncthing", "rclone/rclone", "nextcloud/server"],
    ["jgm/pandoc", "grpc/grpc"],
  ],
  ["how do I bake bread at home", [], ["karakeep-app/karakeep", "casey/just"]],
  ["my cat is sick", [], ["jesseduffield/lazygit"]],
  ["ripgrp", ["BurntSushi/ripgrep"], []],
  ["kubernetes autoscaler for gpu nodes", ["kubernetes/kubernetes"], ["nodejs/node"]],
];
for (const [question, found, not] of floors) {
  Deno.test(`KeywordIndex finds what shares enough with "${question}", and nothing else`, () => {
    const matches = names(
      new KeywordIndex(sampleCollection.repositories).search(question, Infinity),
    );
    assertEquals(found.filter((name) => !matches.includes(name)), []);
    assertEquals(not.filter((name) => matches.includes(name)), []);
  });
}

Deno.test("KeywordIndex takes one common word of a question for nothing, and a name for something", () => {
  const index = new KeywordIndex([
    repository("a/planner", { description: "Plans a garden bed by bed" }),
    repository("b/shade", { description: "Draws boxes" }),
    ...Array.from({ length: 12 }, (_, place) => repository(`c/r${place}`)),
  ]);
  const find = (question: string) => names(index.search(question, 8));
  assertEquals(find("garden furniture made of teak"), []);
  assertEquals(find("garden bed made of teak"), ["a/planner"]);
  assertEquals(find("curtains and shade for tall windows"), ["b/shade"]);
});

Deno.test("wordsAlone() gives what the words of a question find alone, the rarest first", () => {
  const index = new KeywordIndex([
    repository("a/planner", { description: "Plans a garden bed by bed" }),
    repository("b/mower", { description: "Mows a garden with one button" }),
    repository("c/teak", { archived: true }),
    ...Array.from({ length: 12 }, (_, place) => repository(`d/r${place}`)),
  ]);
  const question = "Garden furniture made of teak, for a bed";
  assertEquals(wordsAlone(question, index), [
    { word: "teak", count: 1 },
    { word: "bed", count: 1 },
    { word: "garden", count: 2 },
  ]);
  const alive = wordsAlone(question, index, ({ archived }) => !archived);
  assertEquals(alive.map(({ word }) => word), ["bed", "garden"]);
  // One word was looked for already, and words that say nothing are none.
  for (const said of ["garden", "what is the garden", "something like Redux but smaller"]) {
    assertEquals(wordsAlone(said, index), []);
  }
  const many = Array.from({ length: 5000 }, (_, place) => `nothing${place}`).join(" ");
  assertEquals(wordsAlone(`${many} garden`, index), []);
});

Deno.test("KeywordIndex finds something for a long question too", () => {
  const question = `${"we have a project with many parts and ".repeat(20)} search code quickly`;
  const matches = new KeywordIndex(sampleCollection.repositories).find(question);
  assert(matches.length > 0 && matches.length < 240, String(matches.length));
});

Deno.test("MeaningIndex finds only what is nearer than questions come that have nothing to do with it", () => {
  const many = Array.from({ length: 100 }, (_, index) => repository(`a/${index}`));
  const angles = many.map((_, index) => index / 100);
  const at = (angle: number) => Float32Array.of(Math.cos(angle), Math.sin(angle));
  const index = new MeaningIndex(many, angles.map(at));
  index.setUnrelated([1.5, 1.55, 1.6, 1.7, 1.8].map(at));
  // The nearest of the five is 0.51 away from the last of the list.
  assertEquals(names(index.search(at(1.475), 50)), ["a/99", "a/98", "a/97"]);
  assertEquals(names(index.search(at(1.6), 50)), []);
  assertEquals(index.search(at(0.5), 50).length, 50);
});

Deno.test("MeaningIndex compares unrelated questions with what comes later, too", () => {
  const index = new MeaningIndex();
  index.setUnrelated([Float32Array.of(1, 0)]);
  const put = (start: number, vector: number[]) => {
    const list = Array.from({ length: 40 }, (_, place) => repository(`a/${start + place}`));
    index.put(list.map(({ fullName }) => [fullName, vector]));
    list.forEach((one) => index.add(one));
  };
  put(0, [0.1, 1]);
  assertStrictEquals(index.search(Float32Array.of(0.5, 1), 100).length, 40);
  put(100, [0.95, 0.3]);
  assertEquals(index.search(Float32Array.of(0, 1), 100).length, 40);
  assertEquals(index.search(Float32Array.of(1, -0.5), 100), []);
});

Deno.test("MeaningIndex takes a new vector in the place of an old one, and none of another length", () => {
  const [one, two] = [repository("a/one"), repository("b/two")];
  const index = new MeaningIndex([one, two], [[1, 0], [0, 1]]);
  index.put([["b/two", [1, 0.1]], ["c/gone", [1, 0]], ["a/one", [1, 0, 0]]]);
  assertEquals(names(index.search([1, 0.1], 8)), ["b/two", "a/one"]);
  assertEquals(names(index.search([1, 0.1], 8, ({ fullName }) => fullName !== "b/two")), ["a/one"]);
  assertEquals(index.search([1, 0, 0], 8), []);
});

Deno.test("packVector() keeps the direction of a vector in 8 bits a number", () => {
  assertEquals([...packVector([0.5, -1, 0.25])], [64, -127, 32]);
  assertEquals([...packVector([0, 0])], [0, 0]);
  assertEquals([...packVector([1e-30, 5e-31])], [127, 64]);
});

Deno.test("PackedVectors gives the cosines of full vectors, to a hundredth", () => {
  const vectors = Array.from(
    { length: 5000 },
    (_, row) => Array.from({ length: 7 }, (_, place) => Math.sin(row * 7.3 + place * 2.1)),
  );
  const packed = new PackedVectors();
  vectors.forEach((vector, row) => packed.set(row, packVector(vector)));
  const query = [1, 2, -1, 0.5, 0, 3, -2];
  const cosines = packed.cosines(query, 10);
  assertStrictEquals(cosines.length, 4990);
  for (const row of [10, 4095, 4096, 4999]) {
    const expected = cosineSimilarity(query, vectors[row]!);
    assert(Math.abs(cosines[row - 10]! - expected) < 0.01, `${row}`);
  }
});

Deno.test("MeaningIndex finds only what is nearer than most of a long list", () => {
  const many = Array.from({ length: 100 }, (_, index) => repository(`a/${index}`));
  const vectors = many.map((_, index) =>
    index < 3 ? Float32Array.of(1, 0.1 * index) : Float32Array.of(0.1, 1 + index / 100)
  );
  const found = new MeaningIndex(many, vectors).search(Float32Array.of(1, 0), 50);
  assertEquals(names(found), ["a/0", "a/1", "a/2"]);
});

Deno.test("MeaningIndex finds what a large part of a list is about", () => {
  const many = Array.from({ length: 100 }, (_, index) => repository(`a/${index}`));
  const vectors = many.map((_, index) =>
    index < 30 ? Float32Array.of(1, index / 1000) : Float32Array.of(0.1, 1 + index / 100)
  );
  const found = new MeaningIndex(many, vectors).search(Float32Array.of(1, 0), 50);
  assertEquals(names(found), names(many.slice(0, 30)));
});
