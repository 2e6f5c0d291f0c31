// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { stub } from "@std/testing/mock";
import { effect } from "@preact/signals";
import { type FetchReadme, ReadmeReading } from "../../demo/page/readmes/readme_reading.ts";
import { readSettings } from "../../demo/page/storage/settings.ts";
import { reasonFor } from "../../demo/page/privacy/reason_for.ts";
import { missingReadmes, proseOf, type ReadmesState } from "../../demo/page/state/readmes_state.ts";
import { readmeWords } from "../../demo/page/messages/readme_words.ts";
import { createState } from "../../demo/page/state/state.ts";
import { defaultSettings } from "../../demo/page/storage/settings.ts";
import { fetchReadme, ReadmeError } from "../../demo/page/readmes/fetch_readme.ts";
import { readProse } from "../../demo/page/readmes/prose.ts";
import type { Repository } from "../../demo/stars/repository.ts";
import { buildSnippet } from "../../demo/stars/snippet.ts";

const cases: [what: string, markdown: string, prose: string][] = [
  [
    "headings",
    "# fd\n\nA *simple* way\n---\n### Why ###\nto __find__",
    "fd A simple way Why to find",
  ],
  [
    "badges",
    "[![CI](https://x/a.svg)](https://x) ![v](b.png)\n![r][ref]\nFinds files",
    "Finds files",
  ],
  [
    "links' addresses",
    "See [the guide](https://x/a_(b)) or [docs][d], https://x.dev/y.\n\n[d]: /z",
    "See the guide or docs,",
  ],
  [
    "HTML",
    '<p align="center">\n<img\n src="x">A <b>fast</b> tool<br>for you</p><!-- <i>no -->Yes',
    "A fast tool for you Yes",
  ],
  ["code", "Run it:\n\n```sh\nrg foo\n```\n~~~\nx\n```\n~~~\nor `rg` alone", "Run it: or rg alone"],
  ["front matter", "---\ntitle: x\n---\nHello", "Hello"],
  [
    "tables of contents",
    "- [Install](#install)\n- [Use](#use) \n\nReal words [here](x)",
    "Real words here",
  ],
  [
    "lists, quotes and tables",
    "> [!NOTE]\n> Be *kind*\n\n1. one\n* [x] two\n\n| a | b |\n|---|:-:|\n| c | d |",
    "Be kind one two a b c d",
  ],
  [
    "entities and escapes",
    "Fast &amp; small &lt;3 &constructor; \\*really\\* snake_case",
    "Fast & small <3 &constructor; *really* snake_case",
  ],
  ["control characters", ":rocket: One\u202e\u0000two\r\nthree\u2028four", "One two three four"],
  ["an open fence and an open comment", "Words\n<!-- gone\n```\nand this", "Words"],
  ["nothing but furniture", "![a](b)\n\n---\n", ""],
];
for (const [what, markdown, prose] of cases) {
  Deno.test(`readProse() leaves out the marks of ${what}`, () => {
    assertStrictEquals(readProse(markdown), prose);
  });
}

Deno.test("readProse() keeps underscores inside words and drops those around them", () => {
  assertStrictEquals(readProse("__a__b_c__ d_ _e _"), "a__b_c d e");
});

Deno.test("readProse() keeps the first 600 characters", () => {
  const prose = readProse("word ".repeat(1000));
  assert(prose.length <= 600 && prose.length > 590 && prose.endsWith("word…"), prose);
});

Deno.test("readProse() takes its time on no hostile text", () => {
  const parts = ["<a ", "[", "![", "[a](", "[a](x", "<!--", "(", "`", "_", "&", "> ", "#", "[a]["];
  for (const part of parts) {
    // A pattern that goes back and forth would take minutes for one of these.
    const prose = readProse(part.repeat(64 * 1024 / part.length) + "x".repeat(64 * 1024));
    assert(prose.length <= 600);
  }
});

Deno.test("buildSnippet() ends with the README's words and the address", () => {
  const snippet = buildSnippet(
    { fullName: "a/b", description: "d", topics: [], stars: 1, archived: false },
    { readme: "It finds." },
  );
  assertStrictEquals(snippet, "a/b\nd\nStars: 1.\nREADME: It finds.\nhttps://github.com/a/b");
});

const access = (signal = new AbortController().signal) => ({ baseUrl: "https://x.test/", signal });

function stubFetch(answer: () => Response | Promise<Response>) {
  return stub(globalThis, "fetch", () => Promise.resolve().then(answer));
}

Deno.test("fetchReadme() asks for one file, and for no more than the start of it", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("word ".repeat(++sent))),
  });
  using github = stubFetch(() => new Response(endless));
  assert((await fetchReadme("a/b.c", access())).startsWith("word word"));
  assertStrictEquals(github.calls[0]!.args[0], "https://x.test/a/b.c/HEAD/README.md");
  assertStrictEquals(github.calls[0]!.args[1]?.redirect, "manual");
});

Deno.test("fetchReadme() takes a missing README for one without words", async () => {
  using _github = stubFetch(() => new Response("404: Not Found", { status: 404 }));
  assertStrictEquals(await fetchReadme("a/b", access()), "");
});

const refusals: [status: number, message: string, isFinal: boolean][] = [
  [429, "x.test is limiting requests. Try again later.", true],
  [403, "x.test is limiting requests. Try again later.", true],
  [500, "x.test had a problem (500).", false],
];
for (const [status, message, isFinal] of refusals) {
  Deno.test(`fetchReadme() says what a ${status} means`, async () => {
    using _github = stubFetch(() => new Response("", { status }));
    const error = await assertRejects(() => fetchReadme("a/b", access()), ReadmeError, message);
    assertStrictEquals(error.isFinal, isFinal);
  });
}

Deno.test("fetchReadme() tells silence from an abort", async () => {
  using _github = stubFetch(() => Promise.reject(new TypeError("offline")));
  await assertRejects(() => fetchReadme("a/b", access()), ReadmeError, "No reply from x.test.");
  const aborted = access(AbortSignal.abort(new DOMException("stop", "AbortError")));
  await assertRejects(() => fetchReadme("a/b", aborted), DOMException, "stop");
});

const repository = (fullName: string): Repository => ({
  fullName,
  description: "",
  topics: [],
  stars: 1,
  archived: false,
});
const LIST = ["a/one", "b/two", "c/three"].map(repository);

function readmesOf(fetchOne: FetchReadme) {
  const state = createState({
    settings: { ...defaultSettings, readmeUrl: "https://x.test" },
    collection: { title: "Sample", repositories: LIST },
    example: "",
  });
  const steps: ReadmesState["step"][] = [];
  effect(() => {
    const { step } = state.readmes.value;
    if (step !== steps.at(-1)) steps.push(step);
  });
  return { state, steps, readmes: new ReadmeReading(state, fetchOne) };
}

Deno.test("ReadmeReading asks for each README once, and tells how far it is", async () => {
  const asked: string[] = [];
  const { readmes, state, steps } = readmesOf((fullName) => {
    asked.push(fullName);
    return Promise.resolve(fullName === "b/two" ? "" : `About ${fullName}`);
  });
  await readmes.read(LIST.slice(0, 2));
  await readmes.read(LIST);
  assertEquals(asked, ["a/one", "b/two", "c/three"]);
  assertEquals(LIST.map(({ fullName }) => proseOf(state.readmes.value, fullName)), [
    "About a/one",
    undefined,
    "About c/three",
  ]);
  assertStrictEquals(readmeWords(state.readmes.value.known.get("b/two")), "no README");
  assertEquals(steps.slice(1, 4), [
    { kind: "reading", done: 0, total: 2 },
    { kind: "reading", done: 1, total: 2 },
    { kind: "idle" },
  ]);
});

Deno.test("ReadmeReading goes on after one that does not come, and stops where none would come", async () => {
  const failure = (isFinal: boolean) => new ReadmeError("No reply", { isFinal });
  const answers: (() => Promise<string>)[] = [
    () => Promise.reject(failure(false)),
    () => Promise.resolve("About two"),
    () => Promise.reject(failure(true)),
  ];
  const { readmes, state, steps } = readmesOf(() => answers.shift()!());
  await readmes.read(LIST);
  assertStrictEquals(readmeWords(state.readmes.value.known.get("a/one")), "README did not come");
  assertStrictEquals(proseOf(state.readmes.value, "b/two"), "About two");
  assertEquals(steps.at(-1), { kind: "idle", problem: "No reply" });
  assertEquals(missingReadmes(state.readmes.value, LIST).map(({ fullName }) => fullName), [
    "a/one",
    "c/three",
  ]);
});

Deno.test("ReadmeReading keeps what came before it was cancelled", async () => {
  const { readmes, state, steps } = readmesOf((fullName, { signal }) => {
    if (fullName === "b/two") readmes.cancel();
    return signal.aborted ? Promise.reject(signal.reason) : Promise.resolve("About it");
  });
  await readmes.read(LIST);
  assertStrictEquals(proseOf(state.readmes.value, "a/one"), "About it");
  assertEquals(missingReadmes(state.readmes.value, LIST).length, 2);
  assertEquals(steps.at(-1), { kind: "idle", problem: undefined });
});

Deno.test("reasonFor() tells READMEs from all else at the same host", () => {
  const settings = readSettings({ readmeUrl: "https://raw.test" });
  const urls = ["https://raw.test/a/b/HEAD/README.md", "https://raw.test/users/ana/starred"];
  assertEquals(urls.map((url) => reasonFor(new URL(url), settings)), [
    "READMEs of matches",
    "A connection that you have checked",
  ]);
});
