// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { fitFilters, languagesOf, topicsOf } from "../../demo/stars/counts.ts";
import { factsOf } from "../../demo/stars/facts.ts";
import { acceptorOf, type Filters, isFiltering, NO_FILTERS } from "../../demo/stars/filters.ts";
import { KeywordIndex } from "../../demo/stars/keyword_index.ts";
import { markWords } from "../../demo/stars/marks.ts";
import { MeaningIndex } from "../../demo/stars/meaning_index.ts";
import { readQuery, withoutFilter } from "../../demo/stars/query.ts";
import type { Repository } from "../../demo/stars/repository.ts";
import { sampleCollection } from "../../demo/stars/sample.ts";
import { sortRepositories } from "../../demo/stars/sort.ts";
import { wordsIn } from "../../demo/stars/words.ts";

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

const queries: [text: string, words: string, typed: [string, string][]][] = [
  ["topic:cli fast search", "fast search", [["topic", "cli"]]],
  ["lang:c# json", "json", [["language", "c#"]]],
  ["search lang:rust user:@sharkdp", "search ", [["language", "rust"], ["user", "sharkdp"]]],
  ['language:"common lisp" web', "web", [["language", "common lisp"]]],
  ['lang:"common lisp', "", [["language", "common lisp"]]],
  ["Topic:CLI, please", "please", [["topic", "CLI"]]],
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

Deno.test("withoutFilter() takes one filter out of the box", () => {
  const text = "fast lang:rust search user:ana";
  const [language, user] = readQuery(text).typed;
  assertStrictEquals(withoutFilter(text, language!), "fast search user:ana");
  assertStrictEquals(withoutFilter(text, user!), "fast lang:rust search ");
});

Deno.test("readQuery() takes linear time for any text", () => {
  for (const text of ["lang:", 'lang:"', "lang:a", ' lang:"a', "lang:lang:"]) {
    assert(readQuery(text.repeat(20_000)).words.length >= 0);
  }
});

const list = [
  repository("sharkdp/fd", { language: "Rust", topics: ["cli", "search"] }),
  repository("ana/csv", { language: "C#", topics: ["cli"], archived: true }),
  repository("ana/web", { language: "JavaScript", topics: ["web-app"] }),
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

Deno.test("KeywordIndex finds something for a long question too", () => {
  const question = `${"we have a project with many parts and ".repeat(20)} search code quickly`;
  const matches = new KeywordIndex(sampleCollection.repositories).find(question);
  assert(matches.length > 0 && matches.length < 240, String(matches.length));
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
