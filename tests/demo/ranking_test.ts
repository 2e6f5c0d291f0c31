// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { fuseRankings } from "../../demo/stars/fusion.ts";
import { KeywordIndex } from "../../demo/stars/keyword_index.ts";
import { MeaningIndex } from "../../demo/stars/meaning_index.ts";
import { rank } from "../../demo/stars/ranking.ts";
import type { Repository } from "../../demo/stars/repository.ts";

function repository(fullName: string, fields: Partial<Repository> = {}): Repository {
  return { fullName, description: "", topics: [], stars: 0, archived: false, ...fields };
}

const [alpha, beta, gamma] = ["a/alpha", "b/beta", "c/gamma"].map((name) => repository(name)) as [
  Repository,
  Repository,
  Repository,
];

const names = (repositories: readonly Repository[]) => repositories.map(({ fullName }) => fullName);

Deno.test("fuseRankings() puts first what both rankings have, then what the last one has", () => {
  const [delta, epsilon] = [repository("d/delta"), repository("e/epsilon")];
  assertEquals(names(fuseRankings([[alpha, beta, gamma], [delta, alpha, epsilon]], "q")), [
    "a/alpha",
    "d/delta",
    "e/epsilon",
    "b/beta",
    "c/gamma",
  ]);
  assertEquals(fuseRankings([], "q"), []);
});

Deno.test("fuseRankings() puts the better known of neighbours first", () => {
  const known = repository("x/known", { stars: 50_000 });
  assertEquals(names(fuseRankings([[], [alpha, known]], "q")), ["x/known", "a/alpha"]);
});

Deno.test("fuseRankings() puts what the question names first", () => {
  const named = repository("x/rip-grep");
  const rankings = [[named, alpha], [beta, alpha]];
  for (const question of ["rip-grep", "ripgrep", "RipGrep", "x/rip-grep", "rpigrep"]) {
    assertStrictEquals(names(fuseRankings(rankings, question))[0], "x/rip-grep", question);
  }
  assertStrictEquals(names(fuseRankings(rankings, "Is ripgrep fast?"))[0], "a/alpha");
  const many = Array.from({ length: 40 }, (_, index) => repository(`m/${index}`, { stars: 9e5 }));
  assertStrictEquals(names(fuseRankings([[...many, named], many], "ripgrep"))[0], "x/rip-grep");
});

Deno.test("fuseRankings() keeps all of each ranking", () => {
  const many = Array.from({ length: 60 }, (_, index) => repository(`a/r${index}`));
  assertEquals(fuseRankings([many, [alpha]], "q").length, 61);
});

Deno.test("rank() joins keywords and meanings, and works with one of them", () => {
  const repositories = [alpha, beta, gamma];
  const keywords = new KeywordIndex(repositories);
  const vectors = [[1, 0], [0, 1], [0.6, 0.8]].map((numbers) => Float32Array.from(numbers));
  const meanings = {
    index: new MeaningIndex(repositories, vectors),
    query: Float32Array.of(0, 1),
  };
  assertEquals(rank("alpha", { keywords }, { limit: 8 }), [alpha]);
  assertEquals(rank("alpha", { meanings }, { limit: 8 }), [beta, gamma, alpha]);
  assertEquals(rank("alpha", { keywords, meanings }, { limit: 8 })[0], alpha);
});

Deno.test("MeaningIndex finds only what has a vector", () => {
  const index = new MeaningIndex([alpha, beta], [Float32Array.of(1)]);
  assertEquals(index.search(Float32Array.of(1), 8), [alpha]);
});
