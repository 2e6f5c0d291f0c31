// Copyright 2026 the Rivulet authors. MIT license.

import {
  assert,
  assertEquals,
  assertLess,
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

const MODEL = "m-q4f32";
const NO_ADAPTER =
  "Turn on graphics acceleration in the browser, it offers no graphics adapter for WebGPU";
const DOWNLOAD = `Check the connection and try again, a file of "${MODEL}" could not be downloaded`;
const CONSENT = `Set allowModelDownload to download "${MODEL}", it is not on this device`;
const setups = ["page", "worker"] as const;
const scripted = ["scripted page", "scripted worker"] as const;
const SHARDS = ["shard_0.bin", "shard_1.bin", "shard_2.bin", "shard_3.bin"];

test("a page without an adapter is told so, and loads no engine", async ({ page, site }) => {
  assertFails(await ask(page, { setup: "default", model: MODEL }), "unsupported", NO_ADAPTER);
  assertStrictEquals(site.engineLoads, 0);
}, { flags: NO_GPU });

test("a page on plain http is told so, and loads no engine", async ({ page, site }) => {
  assertFails(
    await ask(page, { setup: "default", model: MODEL }),
    "unsupported",
    "Serve the page over https or from localhost, WebGPU needs a secure context",
  );
  assertStrictEquals(site.engineLoads, 0);
}, { host: "insecure.test" });

test("a page loads the engine at the first question, and refuses an unknown model", async ({ page, site }) => {
  assertStrictEquals(site.engineLoads, 0);
  const model = "llama-3.2-1b-instruct-q4f32";
  const { error } = await ask(page, { setup: "default", model, allow: true });
  assertStrictEquals(error?.code, "config");
  assertStringIncludes(
    error.message,
    `Choose a model of the list, "${model}" is not in it; similar ids are ` +
      '"Llama-3.2-1B-Instruct-q4f32_1-MLC", ',
  );
  assertEquals([site.engineLoads, site.requests], [1, []]);
});

test("a page refuses the default model on an adapter without shader-f16 and names its twin", async ({ page }) => {
  const model = "Llama-3.2-1B-Instruct-q4f16_1-MLC";
  assertFails(
    await ask(page, { setup: "default", model, allow: true }),
    "unsupported",
    'Choose "Llama-3.2-1B-Instruct-q4f32_1-MLC", this graphics adapter lacks shader-f16 and ' +
      `cannot run "${model}"`,
  );
});

for (const setup of setups) {
  test(`a ${setup} downloads nothing without consent`, async ({ page, site }) => {
    assertFails(await ask(page, { setup, model: MODEL }), "download-required", CONSENT);
    const question = { setup, model: MODEL };
    assertStrictEquals(await isModelCached(page, question), false);
    await deleteModel(page, question);
    assertEquals([site.requests, await cachedFiles(page)], [[], []]);
  });

  test(`a ${setup} says what to do when the configuration cannot be fetched`, async ({ page, site }) => {
    site.statuses.set("mlc-chat-config.json", 503);
    const outcome = await ask(page, { setup, model: MODEL, allow: true });
    assertFails(outcome, "engine", DOWNLOAD);
    assertEquals(site.requests, ["mlc-chat-config.json"]);
  });

  test(`a ${setup} says what to do when the program cannot be fetched`, async ({ page }) => {
    const outcome = await ask(page, { setup, model: "no-program", allow: true });
    assertFails(outcome, "engine", DOWNLOAD.replace(MODEL, "no-program"));
  });

  test(`a ${setup} says what to do when the program is none`, async ({ page }) => {
    assertFails(
      await ask(page, { setup, model: MODEL, allow: true }),
      "engine",
      `Delete "${MODEL}" and download it again, a file of it is damaged`,
    );
  });

  for (const name of ["mlc-chat-config.json", "program.wasm"]) {
    test(`a ${setup} aborts at once while ${name} is fetched, and the next call works`, async ({ page, site }) => {
      site.hold(name);
      const asked = site.asked(name);
      await begin(page, { setup, model: MODEL, allow: true });
      await asked;
      const { error, abortMs, progress } = await abort(page);
      assertStrictEquals(error?.name, "AbortError");
      assertLess(abortMs!, 50);
      assertEquals(progress, [[0, "Preparing"]]);
      site.release();
      // As far as a real engine comes without a real program.
      const next = await ask(page, { setup, model: MODEL, allow: true });
      assertStrictEquals(next.error?.code, "engine");
      assert(!site.requests.includes("tensor-cache.json"));
    });
  }
}

test("a page says what to do when the file of its worker is missing", async ({ page }) => {
  assertFails(
    await ask(page, { setup: "broken worker", model: MODEL, allow: true }),
    "engine",
    "Check the worker option and the file it names, the worker does not run",
  );
});

for (const setup of scripted) {
  const question: Question = { setup, model: MODEL, allow: true };

  test(`a ${setup} downloads with consent, answers, needs no consent again, and deletes all`, async ({ page, site }) => {
    const outcome = await ask(page, question);
    assertEquals([outcome.error, outcome.tokens], [undefined, ["Hello", " world"]]);
    const numbers = outcome.progress.map(([number]) => number);
    assertEquals(numbers, numbers.toSorted((a, b) => a - b));
    assertEquals(outcome.progress.at(-1), [1, "Ready"]);
    assert(outcome.progress.some(([, text]) => /^Downloading: \d+ MB, 75 %$/.test(text)));
    assert(outcome.progress.some(([, text]) => text === "Loading into graphics memory: 50 %"));
    const downloads = site.requests.length;
    assertStrictEquals(downloads, 8);
    const again = await ask(page, { ...question, allow: false });
    assertEquals([again.tokens, again.progress, site.requests.length], [
      ["Hello", " world"],
      [],
      downloads,
    ]);
    assertStrictEquals((await cachedFiles(page)).length, 8);
    await deleteModel(page, question);
    assertEquals(await cachedFiles(page), []);
    const refused = await ask(page, { ...question, allow: false });
    assertFails(refused, "download-required", CONSENT);
    assertStrictEquals(site.requests.length, downloads);
  });

  test(`a ${setup} says what to do when the weights cannot be fetched`, async ({ page, site }) => {
    site.statuses.set("shard_2.bin", 500);
    assertFails(await ask(page, question), "engine", DOWNLOAD);
    site.statuses.clear();
    assertEquals((await ask(page, question)).tokens, ["Hello", " world"]);
  });

  test(`a ${setup} says what to do when the storage is full`, async ({ page, site }) => {
    const session = await page.context().newCDPSession(page);
    const origin = site.origin;
    // Less than one file of weights: several are kept at once, each measured by what was free before.
    await session.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1000 });
    await page.waitForFunction(async () => (await navigator.storage.estimate()).quota! <= 1000);
    assertFails(
      await ask(page, question),
      "engine",
      `Free storage or choose a smaller model, the browser has no room for "${MODEL}"`,
    );
  });

  test(`a ${setup} stops the network when the download of the weights is aborted`, async ({ page, site }) => {
    site.hold(...SHARDS);
    const asked = Promise.all(SHARDS.map((name) => site.asked(name)));
    await begin(page, question);
    await asked;
    const { error, abortMs, progress } = await abort(page);
    assertStrictEquals(error?.name, "AbortError");
    assertLess(abortMs!, 50);
    assertStrictEquals(progress.at(-1)?.[1], "Downloading: 0 MB, 0 %");
    assertEquals(site.aborted.toSorted(), SHARDS);
    site.release();
    const next = await ask(page, question);
    assertEquals([next.error, next.tokens], [undefined, ["Hello", " world"]]);
  });

  for (const name of ["tokenizer.json", "tensor-cache.json"]) {
    test(`a ${setup} fetches no weights after an abort while ${name} is fetched`, async ({ page, site }) => {
      site.hold(name);
      const asked = site.asked(name);
      await begin(page, question);
      await asked;
      assertLess((await abort(page)).abortMs!, 50);
      site.release();
      await new Promise((resolve) => setTimeout(resolve, 300));
      assert(!site.requests.some((file) => file.startsWith("shard")));
      assertEquals((await ask(page, question)).tokens, ["Hello", " world"]);
    });
  }
}

for (const point of ["shaders", "prefill", "decode"]) {
  test(`a scripted page aborts at once at ${point}, and the next call works`, async ({ page }) => {
    const question: Question = { setup: "scripted page", model: MODEL, allow: true };
    const reached = holdScript(page, point);
    await begin(page, question);
    await reached;
    const { error, abortMs, tokens } = await abort(page);
    assertStrictEquals(error?.name, "AbortError");
    assertLess(abortMs!, 50);
    assertEquals(tokens, point === "decode" ? ["Hello"] : []);
    await begin(page, question);
    await releaseScript(page);
    assertEquals((await ask(page, question)).tokens, ["Hello", " world"]);
  });
}
