// Copyright 2026 the Rivulet authors. MIT license.

// The list of `deno task bench:retrieval`, by words alone: no model is needed.

import { assert, assertEquals } from "@std/assert";
import { inventedList } from "../../bench/retrieval/invented.ts";
import { miniSearch, sqliteFts5 } from "../../bench/retrieval/peers.ts";
import { mean, scoreOf } from "../../bench/retrieval/score.ts";
import { acceptorOf, NO_FILTERS } from "../../demo/stars/filters.ts";
import { KeywordIndex } from "../../demo/stars/keyword_index.ts";
import { readQuery } from "../../demo/stars/query.ts";
import type { Repository } from "../../demo/stars/repository.ts";

const list = await inventedList();
const keywords = new KeywordIndex(list.repositories);

function find(question: string): Repository[] {
  const { words, typed } = readQuery(question);
  return keywords.search(words, 8, acceptorOf(NO_FILTERS, typed));
}

/** nDCG@8 of the questions of a kind, or of all. */
function gainOf(search: (question: string) => readonly Repository[], kind?: string): number {
  return mean(
    list.questions.filter((one) => kind === undefined || one.kind === kind)
      .map((one) => scoreOf(one, search(one.question)).gain),
  );
}

Deno.test("the invented list has 1,000 names, and each question is answered by some of them", async () => {
  const names = new Set(list.repositories.map(({ fullName }) => fullName));
  assertEquals([list.repositories.length, names.size], [1000, 1000]);
  const strangers = list.questions.flatMap(({ expected }) => expected)
    .filter((name) => !names.has(name));
  assertEquals(strangers, []);
  assertEquals(list.questions.filter(({ expected }) => expected.length === 0), []);
  assertEquals(new Set(list.questions.map(({ kind }) => kind)).size, 9);
  assertEquals(await inventedList(), list);
});

Deno.test("by words the demo finds more in the invented list than what others would pick", () => {
  const demo = gainOf(find);
  const sqlite = gainOf(sqliteFts5(list.repositories));
  const mini = gainOf(miniSearch(list.repositories));
  assert(demo > sqlite + 0.02 && demo > mini + 0.02, Deno.inspect({ demo, sqlite, mini }));
});

Deno.test("by words the demo finds each name in the invented list, and typing errors", () => {
  assertEquals(gainOf(find, "a name"), 1);
  assert(gainOf(find, "with typing errors") > 0.7, String(gainOf(find, "with typing errors")));
  assert(gainOf(find, "what is not wanted") > 0.7, String(gainOf(find, "what is not wanted")));
});

Deno.test("by words the demo sends next to nothing where the invented list has no answer", () => {
  const sent = mean(list.nothing.map((question) => find(question).length));
  assert(sent < 2, String(sent));
});
