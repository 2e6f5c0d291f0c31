// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { readStarList } from "../../demo/stars/github_star.ts";
import { readRepository } from "../../demo/stars/read_repository.ts";

Deno.test("readRepository() makes every text one that can be shown", () => {
  assertEquals(
    readRepository({
      fullName: "a/b",
      description: "\u001b[2J:zap: Fast\u202e",
      language: "Ru\u200bst",
      topics: ["c\u0000li", "", 5, "\u202e"],
      license: "MI\u00adT",
      stars: 5,
      archived: false,
      pushedAt: "2026-10-01T00:00:00Z",
      starredAt: "2026-01-01",
    }),
    {
      fullName: "a/b",
      description: "Fast",
      language: "Rust",
      topics: ["c li"],
      license: "MIT",
      stars: 5,
      archived: false,
      pushedAt: "2026-10-01T00:00:00Z",
      starredAt: "2026-01-01",
    },
  );
});

Deno.test("readRepository() leaves out what is of another kind", () => {
  const nothing = { description: "", topics: [], stars: 0, archived: false };
  const planted = {
    fullName: "a/b",
    description: { toString: () => "x" },
    language: ["Rust"],
    topics: "cli",
    license: 5,
    stars: Infinity,
    archived: "yes",
    pushedAt: "2026-10-01<b>",
    starredAt: 5,
  };
  assertEquals(readRepository(planted), { fullName: "a/b", ...nothing });
  assertStrictEquals(readRepository({ fullName: "a/b", stars: -5 })?.stars, 0);
});

for (
  const fullName of [
    undefined,
    5,
    "a",
    "a/b/c",
    "a/b\u202e",
    "../..//",
    "a/..",
    "a/.",
    "../b",
    "./b",
    `a/${"b".repeat(200)}`,
  ]
) {
  Deno.test(`readRepository() takes nothing under the name ${JSON.stringify(fullName)}`, () => {
    assertStrictEquals(readRepository({ fullName }), undefined);
  });
}

Deno.test("readRepository() cuts what is longer than GitHub allows", () => {
  const read = readRepository({
    fullName: "a/b",
    description: "x".repeat(1e6),
    topics: Array(1000).fill("y".repeat(1e4)),
  })!;
  assertEquals(
    [read.description.length, read.topics.length, read.topics[0]!.length],
    [350, 20, 60],
  );
});

Deno.test("readStarList() lets no text of a stranger act", () => {
  const repo = {
    "full_name": "a/b",
    description: "\u001b]0;x\u0007ok",
    license: { "spdx_id": "\u202eTIM" },
    language: "\u001b[31mC",
  };
  const { repositories: [star] } = readStarList([{ "starred_at": "2026-01-01T00:00:00Z", repo }]);
  assertEquals([star?.description, star?.license, star?.language], ["ok", "TIM", "C"]);
});

Deno.test("readStarList() leaves out entries that are no repositories, and counts them", () => {
  const odd = [null, 5, { repo: null }, { repo: {} }, { repo: { "full_name": "a" } }];
  const list = readStarList([{ repo: { "full_name": "a/b", license: "MIT" } }, ...odd]);
  assertEquals([list.repositories.map(({ fullName }) => fullName), list.unreadable], [["a/b"], 5]);
});

Deno.test("readStarList() reads repositories without the dates of their stars", () => {
  const { repositories: [star] } = readStarList([{ "full_name": "a/b", "stargazers_count": 2 }]);
  assertEquals([star?.fullName, star?.stars, star?.starredAt], ["a/b", 2, undefined]);
});

for (const page of [{}, "x", [null], [{ message: "no" }]]) {
  Deno.test(`readStarList() throws for ${JSON.stringify(page)}`, () => {
    assertThrows(() => readStarList(page), TypeError);
  });
}
