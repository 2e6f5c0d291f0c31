// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
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

Deno.test("fuseRankings() takes from the rankings in turn, the last one first", () => {
  const [delta, epsilon] = [repository("d/delta"), repository("e/epsilon")];
  assertEquals(fuseRankings([[alpha, beta, gamma], [delta, alpha, epsilon]], "q"), [
    delta,
    alpha,
    beta,
    epsilon,
    gamma,
  ]);
  assertEquals(fuseRankings([], "q"), []);
});

Deno.test("fuseRankings() decides ties by a name in the question, then by life, then by date", () => {
  const named = repository("x/ripgrep");
  const dead = repository("y/dead", { archived: true, starredAt: "2026-05-01" });
  const old = repository("y/old", { starredAt: "2020-01-01" });
  const fresh = repository("y/fresh", { starredAt: "2026-01-01" });
  const rankings = [[dead], [old], [fresh], [named]];
  assertEquals(fuseRankings(rankings, "Is ripgrep fast?"), [named, fresh, old, dead]);
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
