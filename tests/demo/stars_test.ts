// Copyright 2026 the Rivulet authors. MIT license.

import {
  assert,
  assertEquals,
  assertRejects,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import { stub } from "@std/testing/mock";
import { citedSources } from "../../demo/stars/citations.ts";
import { GitHubError } from "../../demo/stars/github.ts";
import { KeywordIndex } from "../../demo/stars/keyword_index.ts";
import type { Repository } from "../../demo/stars/repository.ts";
import { sampleCollection } from "../../demo/stars/sample.ts";
import { shortCount } from "../../demo/stars/brief.ts";
import { composeRequest } from "../../demo/stars/compose_request.ts";
import { buildSnippet } from "../../demo/stars/snippet.ts";
import { type SavedStars, syncStars } from "../../demo/stars/star_sync.ts";
import { recordWaits } from "../support/recorded_waits.ts";

function repository(fullName: string, fields: Partial<Repository> = {}): Repository {
  return { fullName, description: "", topics: [], stars: 0, archived: false, ...fields };
}

Deno.test("sampleCollection holds 240 repositories, each once", () => {
  const names = sampleCollection.repositories.map(({ fullName }) => fullName);
  assertStrictEquals(new Set(names).size, 240);
  for (const { fullName, description, stars } of sampleCollection.repositories) {
    assert(/^[\w.-]+\/[\w.-]+$/.test(fullName), fullName);
    assert(description.length > 20 && stars > 0, fullName);
    assertStrictEquals(Number(stars.toPrecision(2)), stars, fullName);
  }
});

const questions: [question: string, expected: string][] = [
  ["fast way to search code from the terminal", "BurntSushi/ripgrep"],
  ["self-hosted photos", "immich-app/immich"],
  ["process JSON in the shell", "jqlang/jq"],
  ["ripgrp", "BurntSushi/ripgrep"],
  ["postgre", "postgres/postgres"],
];

for (const [question, expected] of questions) {
  Deno.test(`KeywordIndex finds ${expected} for "${question}"`, () => {
    const found = new KeywordIndex(sampleCollection.repositories).search(question, 8);
    assert(found.slice(0, 4).some(({ fullName }) => fullName === expected), Deno.inspect(found));
    assert(found.length <= 8);
  });
}

Deno.test("KeywordIndex finds nothing for stop words and for words that nothing has", () => {
  const index = new KeywordIndex(sampleCollection.repositories);
  assertEquals(index.search("what is the best", 8), []);
  assertEquals(index.search("zzzqqqxxx", 8), []);
});

Deno.test("KeywordIndex puts the living before the archived and the newer star first, of equal matches", () => {
  const index = new KeywordIndex([
    repository("a/one", { topics: ["chart"], archived: true, starredAt: "2026-03-01" }),
    repository("b/two", { topics: ["chart"], starredAt: "2026-01-01" }),
    repository("c/six", { topics: ["chart"], starredAt: "2026-02-01" }),
  ]);
  assertEquals(index.search("chart", 8).map(({ fullName }) => fullName), [
    "c/six",
    "b/two",
    "a/one",
  ]);
});

Deno.test("KeywordIndex finds a name by a word inside it", () => {
  const index = new KeywordIndex([repository("a/DefinitelyTyped"), repository("b/other")]);
  assertEquals(index.search("typed", 8).map(({ fullName }) => fullName), ["a/DefinitelyTyped"]);
});

Deno.test("buildSnippet() tells what is known", () => {
  assertStrictEquals(
    buildSnippet(repository("BurntSushi/ripgrep", {
      description: "Searches folders",
      language: "Rust",
      topics: ["cli", "regex"],
      license: "MIT",
      stars: 58_123,
      pushedAt: "2026-10-03T00:00:00Z",
      starredAt: "2019-03-01T00:00:00Z",
      archived: true,
    })),
    "BurntSushi/ripgrep\nSearches folders\nLanguage: Rust. Topics: cli, regex. License: MIT\n" +
      "Stars: 58k. Last push: 2026-10. You starred it: 2019-03. Archived.\nhttps://github.com/BurntSushi/ripgrep",
  );
});

Deno.test("buildSnippet() leaves out what is unknown and dates the counts of the sample", () => {
  assertStrictEquals(
    buildSnippet(repository("a/b", { stars: 8400 }), { countsAsOf: "2025-06" }),
    "a/b\nStars: 8.4k in 2025-06.\nhttps://github.com/a/b",
  );
});

Deno.test("buildSnippet() makes one clean line of a hostile description and stays within 480 characters", () => {
  const description = `:rocket: Ignore\r\nthis\u0000\u202e and\u2028that ${"x".repeat(500)}`;
  const topics = Array.from({ length: 20 }, (_, index) => `topic-${index}-${"y".repeat(30)}`);
  const snippet = buildSnippet(repository("a/b", { description, topics }));
  assert(snippet.length <= 480, String(snippet.length));
  const [name, line = ""] = snippet.split("\n");
  assertStrictEquals(name, "a/b");
  assertStringIncludes(line, "Ignore this and that xxx");
  assertStrictEquals(line.length, 200);
  assertStrictEquals(snippet.split("\n").at(-1), "https://github.com/a/b");
  assert(!snippet.includes("topic-8"));
});

Deno.test("composeRequest() puts the question behind what it is about, with a number for each", () => {
  const { prompt, contextSnippets } = composeRequest("Charts?", ["a/one\nPlots", "b/two"]);
  assertEquals(contextSnippets, []);
  assertStrictEquals(
    prompt,
    "[1] a/one: Plots\n\n[2] b/two\n\nCharts?\n" +
      "Which one or two repositories fit best, and why? " +
      "One sentence for each, with its number in brackets.",
  );
});

Deno.test("composeRequest() asks no more of a question that goes on than to cite", () => {
  const { prompt } = composeRequest("Is it free?", ["a/one"], { goesOn: true });
  assertStrictEquals(
    prompt,
    "[1] a/one\n\nIs it free?\n" +
      "Name repositories as owner/name and cite them by their numbers in brackets.",
  );
});

Deno.test("shortCount() writes counts as people do", () => {
  assertEquals([950, 1000, 8449, 9950, 52_400].map(shortCount), [
    "950",
    "1k",
    "8.4k",
    "10k",
    "52k",
  ]);
});

Deno.test("citedSources() finds numbers, lists of numbers and full names", () => {
  const matches = ["a/one", "b/two", "c/three", "d/four"].map((name) => repository(name));
  assertEquals(citedSources("Take [3], then B/Two; see [1, 9] and [x].", matches), [1, 2, 3]);
  assertEquals(citedSources("", matches), []);
});

/** When the limit of an hour ends: within one. */
const RESET = Math.floor(Date.now() / 1000) + 1800;

/** A GitHub of pages of 2 stars, newest first: a/5 was starred on the fifth day. */
function stubGitHub(names: () => string[], failOn?: number) {
  return stub(globalThis, "fetch", (url: string | URL | Request) => {
    const page = Number(new URL(url as string).searchParams.get("page"));
    if (page === failOn) {
      const headers = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(RESET) };
      return Promise.resolve(new Response("{}", { status: 403, headers }));
    }
    const all = names();
    const last = Math.ceil(all.length / 2);
    const stars = all.slice(page * 2 - 2, page * 2).map((name) => ({
      "starred_at": `2026-01-0${name.slice(2)}T00:00:00Z`,
      repo: {
        "full_name": name,
        description: null,
        language: null,
        license: { "spdx_id": "NOASSERTION" },
        "stargazers_count": 1,
        archived: false,
        "pushed_at": "2026-01-02T00:00:00Z",
      },
    }));
    const link = `<https://x/?per_page=2&page=${last}>; rel="last"`;
    const headers = page < last ? { link } : {};
    return Promise.resolve(new Response(JSON.stringify(stars), { headers }));
  });
}

const namesOf = (stars?: SavedStars) => stars?.repositories.map(({ fullName }) => fullName);

async function lastOf(source: AsyncIterable<SavedStars>): Promise<SavedStars | undefined> {
  return (await Array.fromAsync(source)).at(-1);
}

Deno.test("syncStars() yields the whole after each page", async () => {
  using github = stubGitHub(() => ["a/5", "a/4", "a/3", "a/2", "a/1"]);
  const states = await Array.fromAsync(syncStars("ana", undefined));
  assertEquals(states.map((state) => [state.repositories.length, state.nextPage, state.total]), [
    [2, 2, 300],
    [4, 3, 300],
    [5, undefined, 5],
  ]);
  assertEquals(states.at(-1)?.repositories[0], {
    fullName: "a/5",
    description: "",
    topics: [],
    stars: 1,
    archived: false,
    pushedAt: "2026-01-02T00:00:00Z",
    starredAt: "2026-01-05T00:00:00Z",
  });
  const [url, init] = github.calls[0]!.args;
  assertStrictEquals(
    url,
    "https://api.github.com/users/ana/starred?per_page=100&page=1&sort=created&direction=desc",
  );
  assertEquals(init?.headers, { Accept: "application/vnd.github.star+json" });
});

Deno.test("syncStars() keeps what came before a refusal and goes on there", async () => {
  const names = () => ["a/5", "a/4", "a/3", "a/2", "a/1"];
  let saved: SavedStars | undefined;
  {
    using _github = stubGitHub(names, 3);
    const error = await assertRejects(async () => {
      for await (saved of syncStars("ana", undefined));
    }, GitHubError);
    assertStringIncludes(error.message, "GitHub's hourly limit is used up until ");
    assertEquals(error.limitedUntil, new Date(RESET * 1000));
  }
  assertStrictEquals(saved?.nextPage, 3);
  using github = stubGitHub(names);
  assertEquals(namesOf(await lastOf(syncStars("ana", saved))), names());
  assertStrictEquals(github.calls.length, 1);
});

Deno.test("syncStars() stops at the first known star", async () => {
  let saved: SavedStars | undefined;
  {
    using _github = stubGitHub(() => ["a/3", "a/2", "a/1"]);
    saved = await lastOf(syncStars("ana", undefined));
  }
  using github = stubGitHub(() => ["a/4", "a/3", "a/2", "a/1"]);
  assertEquals(namesOf(await lastOf(syncStars("ana", saved))), ["a/4", "a/3", "a/2", "a/1"]);
  assertStrictEquals(github.calls.length, 1);
});

const changes: [what: string, now: string[], left: string[]][] = [
  ["a star between two that are there", ["a/5", "a/3", "a/2"], ["a/5", "a/3", "a/2", "a/1"]],
  ["the newest star", ["a/4", "a/3"], ["a/4", "a/3", "a/2", "a/1"]],
  ["nothing of what is older than what was read", ["a/5", "a/4"], [
    ...["a/5", "a/4", "a/3", "a/2", "a/1"],
  ]],
  ["nothing where the list is empty now", [], ["a/5", "a/4", "a/3", "a/2", "a/1"]],
];

for (const [what, now, left] of changes) {
  Deno.test(`syncStars() drops ${what}, where that was unstarred`, async () => {
    let saved: SavedStars | undefined;
    {
      using _github = stubGitHub(() => ["a/5", "a/4", "a/3", "a/2", "a/1"]);
      saved = await lastOf(syncStars("ana", undefined));
    }
    using _github = stubGitHub(() => now);
    assertEquals(namesOf(await lastOf(syncStars("ana", saved))), left);
  });
}

const refusals: [status: number, headers: Record<string, string>, message: string][] = [
  [404, {}, "No GitHub user called ana."],
  [401, {}, "GitHub refused the token."],
  [500, {}, "GitHub had a problem (500)."],
];

for (const [status, headers, message] of refusals) {
  Deno.test(`syncStars() says what a ${status} means`, async () => {
    using _github = stub(
      globalThis,
      "fetch",
      () => Promise.resolve(new Response("{}", { status, headers })),
    );
    await assertRejects(() => lastOf(syncStars("ana", undefined)), GitHubError, message);
  });
}

Deno.test("syncStars() says that GitHub does not answer", async () => {
  using _github = stub(globalThis, "fetch", () => Promise.reject(new TypeError("offline")));
  await assertRejects(
    () => lastOf(syncStars("ana", undefined)),
    GitHubError,
    "GitHub does not answer.",
  );
});

/** A GitHub whose pages come with these link headers; it has a star on each that is not empty. */
function stubPages(pages: readonly { link?: string; isEmpty?: boolean }[]) {
  return stub(globalThis, "fetch", (url: string | URL | Request) => {
    const number = Number(new URL(url as string).searchParams.get("page"));
    const { link, isEmpty = false } = pages[number - 1] ?? { isEmpty: true };
    const stars = isEmpty ? [] : [{ repo: { "full_name": `a/${number}` } }];
    const headers = link === undefined ? {} : { link };
    return Promise.resolve(new Response(JSON.stringify(stars), { headers }));
  });
}

const next = (page: number): string => `<https://x/?page=${page}>; rel="next"`;

const links: [name: string, pages: Parameters<typeof stubPages>[0]][] = [
  ["a next page and no last one", [{ link: next(2) }, { link: next(3) }, {}]],
  ["a last page without quotes", [
    { link: "<https://x/?page=3>; rel=last" },
    { link: next(3) },
    {},
  ]],
  ["a next page without quotes", [{ link: "<https://x/?page=2>;rel=next" }, { link: next(3) }, {}]],
];

for (const [name, pages] of links) {
  Deno.test(`syncStars() follows ${name}`, async () => {
    using _github = stubPages(pages);
    assertEquals(namesOf(await lastOf(syncStars("ana", undefined))), ["a/1", "a/2", "a/3"]);
  });
}

Deno.test("syncStars() goes on behind an empty page that names the next one", async () => {
  using _github = stubPages([{ link: next(2) }, { link: next(3), isEmpty: true }, {}]);
  const stars = await lastOf(syncStars("ana", undefined));
  assertEquals([namesOf(stars), stars?.nextPage], [["a/1", "a/3"], undefined]);
});

Deno.test("syncStars() does not take a list for whole that ended early", async () => {
  using _github = stubPages([{ link: `${next(2)}, <https://x/?page=9>; rel="last"` }, {}]);
  let saved: SavedStars | undefined;
  const error = await assertRejects(async () => {
    for await (saved of syncStars("ana", undefined));
  }, GitHubError);
  assertStrictEquals(error.message, "The list ended at page 2 of 9.");
  assertEquals([namesOf(saved), saved?.nextPage], [["a/1"], 2]);
});

Deno.test("syncStars() takes the end of a list that has become shorter meanwhile", async () => {
  const shorter = '<https://x/?page=1>; rel="prev"';
  using _github = stubPages([{ link: '<https://x/?page=3>; rel="last"' }, { link: shorter }]);
  assertStrictEquals((await lastOf(syncStars("ana", undefined)))?.nextPage, undefined);
});

const left = { "x-ratelimit-remaining": "40" };
const waits: [
  what: string,
  status: number,
  headers: Record<string, string> | (() => Record<string, string>),
  seconds: number,
  isPause: boolean,
][] = [
  ["a pause without a length", 403, left, 60, true],
  ["a pause in seconds", 429, { ...left, "retry-after": "20" }, 20, true],
  [
    "a pause as a date",
    429,
    // Of the moment of the answer: other tests may run for a while before.
    () => ({ "retry-after": new Date(Date.now() + 40_500).toUTCString() }),
    40,
    true,
  ],
  ["a pause without an end", 429, { "retry-after": "999999999" }, 60, true],
  [
    "a limit that a wrong clock has passed",
    403,
    { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "5" },
    60,
    false,
  ],
  [
    "a limit that a wrong clock puts far away",
    403,
    { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9893456000" },
    60,
    false,
  ],
];

for (const [what, status, headers, seconds, isPause] of waits) {
  Deno.test(`syncStars() waits for ${what}`, async () => {
    using _github = stub(
      globalThis,
      "fetch",
      () => {
        const own = typeof headers === "function" ? headers() : headers;
        return Promise.resolve(new Response("{}", { status, headers: own }));
      },
    );
    const error = await assertRejects(() => lastOf(syncStars("ana", undefined)), GitHubError);
    const wait = (error.limitedUntil!.getTime() - Date.now()) / 1000;
    assert(Math.abs(wait - seconds) < 2, String(wait));
    assertEquals([error.isPause, /pause/.test(error.message)], [isPause, isPause]);
  });
}

Deno.test("syncStars() rests between two pages where it is told to, and at no other time", async () => {
  using _github = stubGitHub(() => ["a/5", "a/4", "a/3", "a/2", "a/1"]);
  using rests = recordWaits();
  await lastOf(syncStars("ana", undefined, { pauseMs: 1000 }));
  assertEquals(rests.waits, [1000, 1000]);
  rests.waits.length = 0;
  await lastOf(syncStars("ana", undefined));
  assertEquals(rests.waits, []);
});

Deno.test("syncStars() says of a redirect that the user may have a new name", async () => {
  const moved = new Response(null, { status: 301, headers: { location: "/user/5/starred" } });
  using _github = stub(globalThis, "fetch", () => Promise.resolve(moved));
  const error = await assertRejects(() => lastOf(syncStars("ana", undefined)), GitHubError);
  assertEquals([/ana may have a new name/.test(error.message), error.isUnknownName], [true, true]);
});
