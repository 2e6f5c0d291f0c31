// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { type LedgerRequest, watchedFetch } from "../../demo/page/privacy/watched_fetch.ts";
import type { QuestionMeaning, Ranked, SearchWish } from "../../demo/page/search/messages.ts";
import { Ranker } from "../../demo/page/search/ranker.ts";
import { type Filters, NO_FILTERS } from "../../demo/stars/filters.ts";
import { EXAMPLES } from "../../demo/page/ask/examples.tsx";
import { ownExamples } from "../../demo/stars/own_examples.ts";
import { sampleCollection, sampleExample } from "../../demo/stars/sample.ts";
import type { Repository } from "../../demo/stars/repository.ts";

function repository(fullName: string, more: Partial<Repository> = {}): Repository {
  return { fullName, description: "", topics: [], stars: 1, archived: false, ...more };
}

function rank(
  ranker: Ranker,
  question: string,
  { meaning, ...filters }: Partial<Filters> & { meaning?: QuestionMeaning } = {},
): readonly string[] {
  return found(ranker, question, { meaning, ...filters }).names;
}

function found(
  ranker: Ranker,
  question: string,
  { meaning, sort = "best", limit = 8, ...filters }: Partial<Filters & SearchWish> = {},
): Ranked {
  return ranker.rank({
    question,
    filters: { ...NO_FILTERS, ...filters },
    sort,
    meaning,
    limit,
  });
}

Deno.test("Ranker finds what was added in several goes", () => {
  const ranker = new Ranker();
  ranker.add(sampleCollection.repositories.slice(0, 100));
  ranker.add(sampleCollection.repositories.slice(100));
  assertStrictEquals(ranker.count, 240);
  assertStrictEquals(rank(ranker, "search code from the terminal")[0], "BurntSushi/ripgrep");
});

Deno.test("Ranker filters by language and leaves out the archived", () => {
  const ranker = new Ranker();
  ranker.add([
    repository("a/editor", { language: "Go" }),
    repository("b/editor", { language: "Rust" }),
    repository("c/editor", { language: "Go", archived: true }),
  ]);
  assertEquals(rank(ranker, "editor", { language: "Go" }), ["a/editor", "c/editor"]);
  assertEquals(rank(ranker, "editor", { language: "Go", archived: "hidden" }), ["a/editor"]);
  assertEquals(rank(ranker, "", { archived: "hidden" }), ["a/editor", "b/editor"]);
  assertEquals(rank(ranker, "", { archived: "only" }), ["c/editor"]);
});

Deno.test("Ranker tells what a model is to read in place of mistyped words", () => {
  const ranker = new Ranker();
  ranker.add(sampleCollection.repositories);
  const reads = ["phooto", "kuberntes dashbord", "photo", "Like a/b"].map((question) =>
    found(ranker, question).reads
  );
  assertEquals(reads, ["photo", "kubernetes dashboard", undefined, undefined]);
});

Deno.test("Ranker joins words and meanings", () => {
  const ranker = new Ranker();
  ranker.add([repository("a/photo"), repository("b/picture"), repository("c/other")]);
  ranker.addVectors({
    names: ["b/picture", "c/other", "gone/away"],
    dimensions: 2,
    buffer: Int8Array.of(1, 0, 0, 1, 1, 0).buffer,
  });
  const query = Float32Array.of(1, 0);
  assertEquals(rank(ranker, "photo", { meaning: query }), ["a/photo", "b/picture", "c/other"]);
  const wrongSize = Float32Array.of(1, 0, 0);
  const { names, comparedWith } = found(ranker, "photo", { meaning: wrongSize });
  assertEquals([names, comparedWith], [["a/photo"], "nothing"]);
});

Deno.test("Ranker compares with what the best matches mean where the question has no vector", () => {
  const ranker = new Ranker();
  ranker.add([repository("a/photo"), repository("b/picture"), repository("c/other")]);
  const rankWithout = () => {
    const { names, comparedWith } = found(ranker, "photo", { meaning: "missing" });
    return { names, comparedWith };
  };
  assertEquals(rankWithout(), { names: ["a/photo"], comparedWith: "nothing" });
  ranker.addVectors({
    names: ["a/photo", "b/picture", "c/other"],
    dimensions: 2,
    buffer: Int8Array.of(127, 0, 114, 13, 0, 127).buffer,
  });
  assertEquals(rankWithout(), {
    names: ["a/photo", "b/picture", "c/other"],
    comparedWith: "matches",
  });
});

Deno.test("watchedFetch() reports where a request goes and how much it carries", async () => {
  const sent: LedgerRequest[] = [];
  const answering = () => Promise.resolve(new Response());
  const fetch = watchedFetch(answering as typeof globalThis.fetch, (request) => sent.push(request));
  await fetch("https://api.openai.com/v1/chat", { method: "POST", body: "ää" });
  await fetch(new Request("https://api.github.com/users/ana/starred"));
  assertEquals(sent, [
    { url: "https://api.openai.com/v1/chat", bytesOut: 4 },
    { url: "https://api.github.com/users/ana/starred", bytesOut: 0 },
  ]);
});

Deno.test("the matches that stand ready for the example are those that the search finds", () => {
  const ranker = new Ranker();
  ranker.add(sampleCollection.repositories);
  assertEquals(rank(ranker, sampleExample.question), [...sampleExample.matches]);
  const { total, terms } = found(ranker, sampleExample.question, {});
  assertStrictEquals(total, sampleExample.total);
  assertEquals(terms.map((list) => list.join(" ")), [...sampleExample.terms]);
});

Deno.test("Ranker counts all matches and gives the first of an order", () => {
  const ranker = new Ranker();
  ranker.add(Array.from({ length: 63 }, (_, index) =>
    repository(`a/editor-${index}`, {
      stars: index,
      pushedAt: `2026-01-${String(index % 28 + 1).padStart(2, "0")}`,
    })));
  ranker.add([repository("b/other", { stars: 1000 })]);
  const byStars = found(ranker, "editor", { sort: "stars" });
  assertEquals([byStars.total, byStars.names.length], [63, 8]);
  assertEquals(byStars.names.slice(0, 2), ["a/editor-62", "a/editor-61"]);
  assertEquals(byStars.terms[0], ["editor"]);
  assertStrictEquals(found(ranker, "editor", { limit: 100 }).names.length, 63);
  assertStrictEquals(found(ranker, "editor", { sort: "pushed" }).names[0], "a/editor-55");
  assertEquals(found(ranker, "", { sort: "stars" }).names[0], "b/other");
});

Deno.test("Ranker obeys filters that were typed", () => {
  const ranker = new Ranker();
  ranker.add([
    repository("sharkdp/fd", { language: "Rust", topics: ["cli"] }),
    repository("ana/fd", { language: "C#", topics: ["cli", "search"] }),
  ]);
  assertEquals(rank(ranker, "fd user:sharkdp"), ["sharkdp/fd"]);
  assertEquals(rank(ranker, "lang:c#"), ["ana/fd"]);
  assertEquals(rank(ranker, "topic:cli topic:search"), ["ana/fd"]);
  assertEquals(rank(ranker, "lang:zig fd"), []);
});

Deno.test("Ranker tells what the words of a question find alone, where nothing is found", () => {
  const ranker = new Ranker();
  ranker.add([
    repository("a/shelf", { description: "A shelf of books", language: "Go" }),
    repository("b/bill", { description: "Prints invoices", language: "Rust" }),
    ...Array.from({ length: 20 }, (_, place) => repository(`c/r${place}`)),
  ]);
  const alone = (question: string) => found(ranker, question).alone;
  assertEquals(alone("write an invoice, keep the books"), [
    { word: "invoice", count: 1 },
    { word: "books", count: 1 },
  ]);
  assertEquals(alone("write an invoice, keep the books lang:go"), [{ word: "books", count: 1 }]);
  assertEquals(alone("books"), []);
  // A look for the words alone, a list and what is like a repository offer none.
  assertEquals(found(ranker, "write an invoice, keep the books", { limit: 0 }).alone, []);
  assertEquals(alone("which books are archived"), []);
});

const examples: Readonly<Record<string, string>> = {
  "Search code from the terminal": "BurntSushi/ripgrep",
  "Self-hosted photo library": "immich-app/immich",
  "Charts without a framework": "apache/echarts",
};

Deno.test("the examples of the first page are those of which it is known what fits", () => {
  assertEquals(EXAMPLES.map(({ question }) => question), Object.keys(examples));
});

for (const [question, first] of Object.entries(examples)) {
  Deno.test(`the first match in the sample fits the example "${question}"`, () => {
    const ranker = new Ranker();
    ranker.add(sampleCollection.repositories);
    assertStrictEquals(rank(ranker, question)[0], first);
  });
}

Deno.test("ownExamples() offers what a list has much of, and each finds it", () => {
  const of = (language: string, topic: string, count: number) =>
    Array.from(
      { length: count },
      (_, index) =>
        repository(`a/${language}-${topic}-${index}`.replaceAll(" ", "-"), {
          language,
          topics: [topic, "hacktoberfest"],
          starredAt: "2026-01-01",
        }),
    );
  const list = [
    ...of("Rust", "command-line", 9),
    ...of("Rust", "rust-lang", 12),
    ...of("Common Lisp", "parser", 6),
    ...of("Go", "web", 4),
  ];
  const found = ownExamples(list);
  assertEquals(found.map(({ words }) => words), [
    "9 for command line in Rust",
    "6 for parser in Common Lisp",
    "What did I star last month?",
  ]);
  const ranker = new Ranker();
  ranker.add(list);
  const totals = found.slice(0, 2).map(({ question }) =>
    ranker.rank({
      question,
      filters: NO_FILTERS,
      sort: "best",
      meaning: undefined,
      limit: 8,
    }).total
  );
  assertEquals(totals, [9, 6]);
  assertEquals(ownExamples([repository("a/b")]).map(({ words }) => words), ["Which are archived?"]);
});
