// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { chat, embedding, pageHalves } from "./support/page_halves.ts";
import { assertFails, NO_GPU, test } from "./support/visit.ts";

const NO_ADAPTER =
  "Turn on graphics acceleration in the browser, it offers no graphics adapter for WebGPU";
const SERVICE_WORKER =
  "Run models in a page or an offscreen document, a service worker cannot load the engine";
const INSECURE = "Serve the page over https or from localhost, WebGPU needs a secure context";

function consent(model: string): string {
  return `Set allowModelDownload to download "${model}", it is not on this device`;
}

for (const { verb, question: { model, texts }, unknown } of pageHalves) {
  test(
    `a page that ${verb} without an adapter is told so, and loads no engine`,
    async ({ page, site }) => {
      assertFails(await page.ask({ setup: "default", model, texts }), "unsupported", NO_ADAPTER);
      assertStrictEquals(site.engineLoads, 0);
    },
    { flags: NO_GPU },
  );

  test(
    `a page that ${verb} on plain http is told so, and loads no engine`,
    async ({ page, site }) => {
      assertFails(await page.ask({ setup: "default", model, texts }), "unsupported", INSECURE);
      assertStrictEquals(site.engineLoads, 0);
    },
    { host: "insecure.test" },
  );

  test(`a page that ${verb} loads the engine at the first call, and refuses an unknown model`, async ({ page, site }) => {
    assertStrictEquals(site.engineLoads, 0);
    const { id, similar } = unknown;
    const { error } = await page.ask({ setup: "default", model: id, allow: true, texts });
    assertStrictEquals(error?.code, "config");
    const message = `Choose a model of the list, "${id}" is not in it; similar ids are "${similar}`;
    assert(error.message.startsWith(message), error.message);
    assertEquals([site.engineLoads, site.requests], [1, []]);
  });

  for (const setup of ["page", "worker"] as const) {
    test(`a ${setup} that ${verb} downloads nothing without consent`, async ({ page, site }) => {
      const question = { setup, model, texts };
      assertFails(await page.ask(question), "download-required", consent(model));
      assertStrictEquals(await page.isModelCached(question), false);
      await page.deleteModel(question);
      assertEquals([site.requests, await page.cachedFiles()], [[], []]);
    });
  }
}

test("a page refuses the default model on an adapter without shader-f16 and names its twin", async ({ page }) => {
  const model = "Llama-3.2-1B-Instruct-q4f16_1-MLC";
  assertFails(
    await page.ask({ setup: "default", model, allow: true }),
    "unsupported",
    'Choose "Llama-3.2-1B-Instruct-q4f32_1-MLC", this graphics adapter lacks shader-f16 and ' +
      `cannot run "${model}"`,
  );
});

test("a page that embeds asks for the engine alone without consent for the default model", async ({ page, tab, site }) => {
  const requests: string[] = [];
  tab.on("request", (request) => void requests.push(new URL(request.url()).origin));
  const question = { setup: "default", model: "", texts: ["a"] } as const;
  const outcome = await page.ask({ ...question, texts: ["a"] });
  const hint = "; it takes 239 MB of graphics memory";
  assertFails(
    outcome,
    "download-required",
    consent("snowflake-arctic-embed-s-q0f32-MLC-b4") + hint,
  );
  assertStrictEquals(await page.isModelCached({ ...question, texts: ["a"] }), false);
  assertEquals(new Set(requests), new Set([site.origin]));
  assertEquals([site.engineLoads, site.requests, await page.cachedFiles()], [1, [], []]);
});

for (const provider of ["registry", "own"]) {
  test(`a service worker is told where models run, with a provider of the ${provider}`, async ({ tab }) => {
    const outcome = await tab.evaluate(async (provider) => {
      await navigator.serviceWorker.register("/service_worker.js", { type: "module" });
      const { active } = await navigator.serviceWorker.ready;
      return await new Promise((resolve) => {
        navigator.serviceWorker.addEventListener("message", ({ data }) => resolve(data));
        navigator.serviceWorker.startMessages();
        active!.postMessage(provider);
      });
    }, provider);
    assertEquals(outcome, ["unsupported", SERVICE_WORKER]);
  });
}

test("a page that embeds loads nothing for no texts", async ({ page, site }) => {
  const outcome = await page.ask({ setup: "default", model: "", texts: [] });
  assertEquals([outcome.vectors, site.engineLoads], [[], 0]);
});

test("a page that embeds refuses a model for chat", async ({ page, site }) => {
  const { model } = chat.question;
  assertFails(
    await page.ask({ ...embedding.question, setup: "page", model, allow: true }),
    "config",
    `Choose a model for embeddings, "${model}" makes none; ids for embeddings are "${embedding.question.model}"`,
  );
  assertEquals(site.requests, []);
});
