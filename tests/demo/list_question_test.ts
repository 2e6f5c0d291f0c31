// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { Ranker } from "../../demo/page/search/ranker.ts";
import { NO_FILTERS } from "../../demo/stars/filters.ts";
import { listAnswer } from "../../demo/stars/list_answer.ts";
import { readListQuestion } from "../../demo/stars/list_question.ts";
import type { Repository } from "../../demo/stars/repository.ts";

/** A Wednesday. */
const NOW = new Date(2026, 10, 25, 15).getTime();

function repository(fullName: string, more: Partial<Repository> = {}): Repository {
  return { fullName, description: "", topics: [], stars: 1, archived: false, ...more };
}

function starred(fullName: string, ...date: [number, number, number]): Repository {
  return repository(fullName, { starredAt: new Date(...date, 12).toISOString() });
}

const list: Repository[] = [
  starred("a/today", 2026, 10, 25),
  starred("a/monday", 2026, 10, 23),
  starred("a/sunday", 2026, 10, 22),
  starred("a/october", 2026, 9, 31),
  { ...starred("a/old", 2023, 4, 1), archived: true, language: "Rust", stars: 900 },
  { ...starred("a/quiet", 2022, 4, 1), pushedAt: "2020-01-01", language: "Rust" },
];

const questions: [question: string, title: string, names: string[]][] = [
  ["What did I star today?", "starred today", ["a/today"]],
  ["stars this week", "starred this week", ["a/today", "a/monday"]],
  ["what did I star last week", "starred last week", ["a/sunday"]],
  ["Which repos have I starred last month?", "starred last month", ["a/october"]],
  ["starred in 2023", "starred in 2023", ["a/old"]],
  ["which are archived?", "archived", ["a/old"]],
  ["which of my stars are archived", "archived", ["a/old"]],
  ["archived repositories", "archived", ["a/old"]],
  ["show me inactive ones", "archived or without a push for two years", ["a/old", "a/quiet"]],
  ["how many stars do I have?", "", list.map(({ fullName }) => fullName)],
  ["how many in Rust", "in Rust", ["a/old", "a/quiet"]],
  ["how many repositories are there", "", list.map(({ fullName }) => fullName)],
  ["how many are archived", "archived", ["a/old"]],
  ["How many did I star last week?", "starred last week", ["a/sunday"]],
  ["how many in Rust are abandoned", "archived or without a push for two years in Rust", [
    "a/old",
    "a/quiet",
  ]],
  ["newest", "newest star first", list.map(({ fullName }) => fullName)],
  ["my latest stars", "newest star first", list.map(({ fullName }) => fullName)],
  ["what did I star recently", "newest star first", list.map(({ fullName }) => fullName)],
  ["which have the most stars", "most stars first", list.map(({ fullName }) => fullName)],
  ["most popular in Rust", "in Rust, most stars first", ["a/old", "a/quiet"]],
];
for (const [question, title, names] of questions) {
  Deno.test(`readListQuestion() reads ${JSON.stringify(question)}`, () => {
    const found = readListQuestion(question, { knowsStarred: true, now: NOW });
    assertStrictEquals(found?.title, title);
    assertStrictEquals(found?.isCount, /^how many/i.test(question));
    assertEquals(list.filter(found!.accept).map(({ fullName }) => fullName), names);
  });
}

const others = [
  "",
  "newest javascript framework",
  "how many requests per second can redis do",
  "how many newest",
  "how many archived emails can mutt hold",
  "archive web pages",
  "web archive",
  "which is better, redux or zustand",
  "last.fm client",
  "star history chart",
  "stars",
  "calendar for this week",
  "most popular text editor",
  "dead link checker",
  "list",
  "which are good for photos",
];
for (const question of others) {
  Deno.test(`readListQuestion() takes ${JSON.stringify(question)} for a search`, () => {
    assertStrictEquals(readListQuestion(question, { knowsStarred: true, now: NOW }), undefined);
  });
}

Deno.test("readListQuestion() needs to know when something was starred, where that is asked", () => {
  const of = (question: string) => readListQuestion(question, { knowsStarred: false })?.title;
  assertEquals([of("newest"), of("what did I star last week"), of("which are archived")], [
    undefined,
    undefined,
    "archived",
  ]);
});

Deno.test("Ranker answers a question about the list from the list, in its order", () => {
  const ranker = new Ranker();
  ranker.add([
    repository("b/one", { stars: 5 }),
    repository("b/two", { stars: 70, archived: true }),
  ]);
  const rank = (question: string) =>
    ranker.rank({
      question,
      filters: NO_FILTERS,
      sort: "best",
      meaning: Float32Array.of(1),
      limit: 8,
    });
  assertEquals(rank("most stars in a galaxy").names, []);
  assertEquals(rank("which have the most stars").names, ["b/two", "b/one"]);
  assertEquals(rank("how many").list, { title: "", isCount: true });
  assertStrictEquals(rank("how many requests").list, undefined);
  assertEquals([rank("how many in Go").offered, rank("requests in Go").offered.length], [[], 1]);
  assertEquals([rank("which are archived").names, rank("how many").total], [["b/two"], 2]);
});

Deno.test("listAnswer() says what the list knows", () => {
  const archived = readListQuestion("which are archived", { knowsStarred: true })!;
  const count = readListQuestion("how many", { knowsStarred: true })!;
  const newest = readListQuestion("newest", { knowsStarred: true })!;
  const inRust = readListQuestion("newest in Rust", { knowsStarred: true })!;
  const first = list.slice(0, 2);
  assertEquals(
    [
      listAnswer(archived, { total: 2, first, isSample: false }),
      listAnswer(archived, { total: 1200, first, isSample: true }),
      listAnswer(archived, { total: 0, first: [], isSample: false }),
      listAnswer(archived, { total: 3, first: [], isSample: true }),
      listAnswer(count, { total: 1, first, isSample: false }),
      listAnswer(newest, { total: 9, first: [], isSample: false }),
      listAnswer(inRust, { total: 9, first: [], isSample: false }),
    ],
    [
      "2 stars archived:\n\n- **a/today** [1]\n- **a/monday** [2]",
      "1,200 repositories archived; the first 2:\n\n- **a/today** [1]\n- **a/monday** [2]",
      "No stars archived.",
      "3 repositories archived.",
      "1 star.",
      "9 stars, newest star first.",
      "9 stars in Rust, newest star first.",
    ],
  );
});
