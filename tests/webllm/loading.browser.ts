// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import type { Question } from "./support/page.ts";
import { chat, embedding, pageHalves } from "./support/page_halves.ts";
import { MANY_SHARDS, SHARDS } from "./support/site.ts";
import { assertFails, test } from "./support/visit.ts";

const MODEL = chat.question.model;
const DOWNLOAD = `Check the connection and try again, a file of "${MODEL}" could not be downloaded`;

for (const setup of ["page", "worker"] as const) {
  const question: Question = { ...chat.question, setup, allow: true };

  for (const half of pageHalves) {
    test(`a ${setup} that ${half.verb} loads the real engine, and says what to do when the program is none`, async ({ page, site }) => {
      assertFails(
        await page.ask({ ...half.question, setup, allow: true }),
        "engine",
        `Delete "${half.question.model}" and download it again, a file of it is damaged`,
      );
      // As far as a real engine comes without a real program.
      assertEquals(site.requests, ["mlc-chat-config.json", "program.wasm"]);
    });
  }

  test(`a ${setup} says what to do when the configuration cannot be fetched`, async ({ page, site }) => {
    site.statuses.set("mlc-chat-config.json", 503);
    assertFails(await page.ask(question), "engine", DOWNLOAD);
    assertEquals(site.requests, ["mlc-chat-config.json"]);
  });

  test(`a ${setup} says what to do when the program cannot be fetched`, async ({ page }) => {
    const outcome = await page.ask({ ...question, model: "no-program" });
    assertFails(outcome, "engine", DOWNLOAD.replace(MODEL, "no-program"));
  });

  for (const name of ["mlc-chat-config.json", "program.wasm"]) {
    test(`a ${setup} aborts at once while ${name} is fetched, and the next call works`, async ({ page, site }) => {
      site.hold(name);
      const asked = site.reached(name);
      await page.begin(question);
      await asked;
      const aborted = await page.abort();
      assertStrictEquals(aborted.error?.name, "AbortError");
      assertEquals(aborted.progress, [[0, "Preparing"]]);
      site.release();
      assertStrictEquals((await page.ask(question)).error?.code, "engine");
      assert(!site.requests.includes("tensor-cache.json"));
      assertEquals(await page.outcome(), aborted, "it went on after the abort");
    });
  }
}

test("a page says what to do when the file of its worker is missing", async ({ page }) => {
  assertFails(
    await page.ask({ ...chat.question, setup: "broken worker", allow: true }),
    "engine",
    "Check the connection and the file that the worker option names, it could not be loaded",
  );
});

test("a page says which line the file of its worker lacks", async ({ page }) => {
  assertFails(
    await page.ask({ ...chat.question, setup: "other worker", allow: true }),
    "engine",
    'Make the file of the worker the one line import "@rivulet/llm/webllm/worker", it does not answer as that does',
  );
});

for (const setup of ["scripted page", "scripted worker"] as const) {
  for (const half of pageHalves) {
    const question: Question = { ...half.question, setup, allow: true };

    test(`a ${setup} that ${half.verb} downloads with consent, needs none again, and deletes all`, async ({ page, site }) => {
      const { progress, ...result } = await page.ask(question);
      assertEquals(result, half.result);
      const numbers = progress.map(([number]) => number);
      assertEquals(numbers, numbers.toSorted((a, b) => a - b));
      assertEquals(progress.at(-1), [1, "Ready"]);
      assert(progress.some(([, text]) => /^Downloading: \d+ MB, 75 %$/.test(text)));
      assert(progress.some(([, text]) => text === "Loading into graphics memory: 50 %"));
      assertEquals(await page.ask(question), { ...half.result, progress: [] });
      const withoutConsent = { ...question, allow: false };
      const { progress: _, ...again } = await page.ask(withoutConsent);
      assertEquals(again, half.result);
      assertEquals([site.requests.length, (await page.cachedFiles()).length], [8, 8]);
      for (const asked of [withoutConsent, question]) await page.deleteModel(asked);
      assertEquals(await page.cachedFiles(), []);
      const refused = await page.ask(withoutConsent);
      assertStrictEquals(refused.error?.code, "download-required");
      assertStrictEquals(site.requests.length, 8);
    });

    test(`a ${setup} that ${half.verb} stops the network when the download of the weights is aborted`, async ({ page, site }) => {
      site.hold(...SHARDS);
      const asked = Promise.all(SHARDS.map((name) => site.reached(name)));
      await page.begin(question);
      await asked;
      const givenUp = Promise.all(SHARDS.map((name) => site.givenUp.reached(name)));
      const aborted = await page.abort();
      assertStrictEquals(aborted.error?.name, "AbortError");
      assertStrictEquals(aborted.progress.at(-1)?.[1], "Downloading: 0 MB, 0 %");
      await givenUp;
      site.release();
      const { progress: _, ...next } = await page.ask(question);
      assertEquals(next, half.result);
      assertEquals((await page.outcome()).progress, aborted.progress);
    });
  }

  const question: Question = { ...chat.question, setup, allow: true };

  test(`a ${setup} says what to do when the weights cannot be fetched`, async ({ page, site }) => {
    site.statuses.set("shard_2.bin", 500);
    assertFails(await page.ask(question), "engine", DOWNLOAD);
    site.statuses.clear();
    assertEquals((await page.ask(question)).tokens, chat.result.tokens);
  });

  test(`a ${setup} stops the whole download when one file of it fails`, async ({ page, site }) => {
    const many = { ...question, model: "many-q4f32" };
    site.statuses.set("many_2.bin", 500);
    const underWay = ["many_0.bin", "many_4.bin", "many_6.bin"];
    site.hold(...underWay);
    const givenUp = Promise.all(underWay.map((name) => site.givenUp.reached(name)));
    assertFails(await page.ask(many), "engine", DOWNLOAD.replace(MODEL, many.model));
    await givenUp;
    site.release();
    site.statuses.clear();
    // Another model takes the same steps, and is later in each of them.
    assertEquals((await page.ask(question)).tokens, chat.result.tokens);
    const asked = site.requests.filter((name) => MANY_SHARDS.includes(name));
    assertEquals(asked.toSorted(), [...underWay, "many_2.bin"].toSorted());
    assertEquals((await page.ask(many)).tokens, chat.result.tokens);
    assertStrictEquals(site.requests.filter((name) => name.startsWith("many")).length, 4 + 8);
  });

  test(`a ${setup} says what to do when the storage is full`, async ({ page, tab, devTools, site }) => {
    // Less than one file of weights: several are kept at once, each measured by what was free before.
    const quota = { origin: site.origin, quotaSize: 1000 };
    await devTools.send("Storage.overrideQuotaForOrigin", quota);
    await tab.waitForFunction(async () => (await navigator.storage.estimate()).quota! <= 1000);
    assertFails(
      await page.ask(question),
      "engine",
      `Free storage or choose a smaller model, the browser has no room for "${MODEL}"`,
    );
  });

  for (const name of ["tokenizer.json", "tensor-cache.json"]) {
    test(`a ${setup} fetches no weights after an abort while ${name} is fetched`, async ({ page, site }) => {
      site.hold(name);
      const asked = site.reached(name);
      await page.begin(question);
      await asked;
      await page.abort();
      site.release();
      // Another model takes the same steps, and is later in each of them.
      const other = await page.ask({ ...embedding.question, setup, allow: true });
      assertEquals(other.vectors, embedding.result.vectors);
      assertEquals(site.requests.filter((file) => SHARDS.includes(file)).length, SHARDS.length);
      assertEquals((await page.ask(question)).tokens, chat.result.tokens);
    });
  }
}
