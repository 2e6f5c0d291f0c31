// Copyright 2026 the Rivulet authors. MIT license.

import {
  assert,
  assertAlmostEquals,
  assertEquals,
  assertStrictEquals,
  assertStringIncludes,
} from "@std/assert";
import type { Question } from "../support/webllm_page.ts";
import {
  abort,
  ask,
  assertFails,
  begin,
  cachedFiles,
  deleteModel,
  holdScript,
  isModelCached,
  NO_GPU,
  releaseScript,
  test,
} from "../support/webllm_visit.ts";

const MODEL = "e-q0f32";
const DEFAULT_MODEL = "snowflake-arctic-embed-s-q0f32-MLC-b4";
const TEXTS = ["a", "a a a", "", "a a"];
const SHARDS = ["shard_0.bin", "shard_1.bin", "shard_2.bin", "shard_3.bin"];

/** The client's own default model, of the engine's own list. */
const byDefault: Question = { setup: "default", model: "", texts: TEXTS };

/** What the script makes of a text with so many words: the marks are the tokens 1 and 2. */
function vectorOf(words: number): number[] {
  const values = [words + 2, 1, 2];
  return [...Float32Array.from(values, (value) => value / Math.hypot(...values))];
}

const VECTORS = [1, 3, 0, 2].map(vectorOf);

test(
  "a page without an adapter is told so when it embeds, and loads no engine",
  async ({ page, site }) => {
    assertFails(
      await ask(page, byDefault),
      "unsupported",
      "Turn on graphics acceleration in the browser, it offers no graphics adapter for WebGPU",
    );
    assertStrictEquals(site.engineLoads, 0);
  },
  { flags: NO_GPU },
);

test("a page downloads no model for embeddings without consent", async ({ page, site }) => {
  const requests: string[] = [];
  page.on("request", (request) => void requests.push(new URL(request.url()).origin));
  assertFails(
    await ask(page, byDefault),
    "download-required",
    `Set allowModelDownload to download "${DEFAULT_MODEL}", it is not on this device`,
  );
  assertStrictEquals(await isModelCached(page, byDefault), false);
  await deleteModel(page, byDefault);
  // The engine's own file is the only thing that was asked for.
  assertEquals(new Set(requests), new Set([site.origin]));
  assertEquals([site.engineLoads, site.requests, await cachedFiles(page)], [1, [], []]);
});

test("a page loads the engine at the first texts, and refuses an unknown model", async ({ page, site }) => {
  assertEquals((await ask(page, { ...byDefault, texts: [] })).vectors, []);
  assertStrictEquals(site.engineLoads, 0);
  const { error } = await ask(page, {
    ...byDefault,
    model: "snowflake-arctic-embed-s",
    allow: true,
  });
  assertStrictEquals(error?.code, "config");
  assertStringIncludes(
    error.message,
    'Choose a model of the list, "snowflake-arctic-embed-s" is not in it; similar ids are ' +
      '"snowflake-arctic-embed-s-q0f32-MLC-b',
  );
  assertEquals([site.engineLoads, site.requests], [1, []]);
});

test("a page refuses a model for chat when it embeds", async ({ page, site }) => {
  assertFails(
    await ask(page, { setup: "page", model: "m-q4f32", allow: true, texts: TEXTS }),
    "config",
    `Choose a model for embeddings, "m-q4f32" makes none; ids for embeddings are "${MODEL}"`,
  );
  assertEquals(site.requests, []);
});

for (const setup of ["page", "worker"] as const) {
  test(`a ${setup} loads the real engine when it embeds`, async ({ page, site }) => {
    assertFails(
      await ask(page, { setup, model: MODEL, allow: true, texts: TEXTS }),
      "engine",
      `Delete "${MODEL}" and download it again, a file of it is damaged`,
    );
    // As far as a real engine comes without a real program.
    assertEquals(site.requests, ["mlc-chat-config.json", "program.wasm"]);
  });
}

for (const setup of ["scripted page", "scripted worker"] as const) {
  const question: Question = { setup, model: MODEL, allow: true, texts: TEXTS };

  test(`a ${setup} downloads with consent, embeds, needs no consent again, and deletes all`, async ({ page, site }) => {
    const { error, vectors = [], progress } = await ask(page, question);
    assertStrictEquals(error, undefined);
    assertEquals(vectors, VECTORS);
    for (const vector of vectors) assertAlmostEquals(Math.hypot(...vector), 1, 1e-6);
    const numbers = progress.map(([number]) => number);
    assertEquals(numbers, numbers.toSorted((a, b) => a - b));
    assertEquals(progress.at(-1), [1, "Ready"]);
    assert(progress.some(([, text]) => /^Downloading: \d+ MB, 75 %$/.test(text)));
    const downloads = site.requests.length;
    const again = await ask(page, question);
    assertEquals([again.vectors, again.progress], [VECTORS, []]);
    const unasked = await ask(page, { ...question, allow: false });
    assertEquals([unasked.vectors, site.requests.length], [VECTORS, downloads]);
    await deleteModel(page, question);
    assertEquals(await cachedFiles(page), []);
  });

  test(`a ${setup} stops the network when the download of a model for embeddings is aborted`, async ({ page, site }) => {
    site.hold(...SHARDS);
    const asked = Promise.all(SHARDS.map((name) => site.asked(name)));
    await begin(page, question);
    await asked;
    const { error } = await abort(page);
    assertStrictEquals(error?.name, "AbortError");
    assertEquals(site.aborted.toSorted(), SHARDS);
    site.release();
    assertEquals((await ask(page, question)).vectors, VECTORS);
  });

  test(`a ${setup} says what to do with a text beyond the context window`, async ({ page }) => {
    assertFails(
      await ask(page, { ...question, texts: ["a", "a ".repeat(63)] }),
      "engine",
      `Shorten or split the longest text, it exceeds the context window of "${MODEL}"`,
    );
    assertEquals((await ask(page, question)).vectors, VECTORS);
  });
}

test("a scripted page aborts at once while it embeds, and the next call works", async ({ page }) => {
  const question: Question = { setup: "scripted page", model: MODEL, allow: true, texts: TEXTS };
  const reached = holdScript(page, "embed");
  await begin(page, question);
  await reached;
  const { error } = await abort(page);
  assertStrictEquals(error?.name, "AbortError");
  await begin(page, question);
  await releaseScript(page);
  assertEquals((await ask(page, question)).vectors, VECTORS);
});
