// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import type { Page } from "playwright-core";
import type { WebLLMAppConfig } from "@rivulet/llm/webllm";
import type { ListedModel, Question } from "./support/page.ts";
import { chat } from "./support/page_halves.ts";
import { test } from "./support/visit.ts";

const HOST = "https://models.test/some";
const LIST = JSON.stringify({ records: [{ dataPath: "a.bin" }, { dataPath: "b.bin" }] });

function record(id: string, { folder = id, program = id }: { folder?: string; program?: string }) {
  return {
    "model_id": id,
    model: `${HOST}/${folder}`,
    "model_lib": `${HOST}/programs/${program}.wasm`,
  };
}

/** The files of a model's folder, by their names. */
function weights(folder: string, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => {
    const text = name === "tensor-cache.json" ? LIST : "12345";
    return [`${HOST}/${folder}/resolve/main/${name}`, text];
  }));
}

const WHOLE = ["tensor-cache.json", "a.bin", "b.bin"];
const MODEL = "m-q4f16_1-MLC";
const appConfig: WebLLMAppConfig = { "model_list": [record(MODEL, {})] };

const kept: [what: string, files: Record<string, string>, isKept: boolean][] = [
  ["nothing is here", {}, false],
  ["all is here", weights(MODEL, WHOLE), true],
  [
    "the tokenizer is here in place of a part",
    weights(MODEL, ["tensor-cache.json", "a.bin", "tokenizer.json"]),
    false,
  ],
  ["the list of weights is missing", weights(MODEL, ["a.bin", "b.bin"]), false],
  [
    "the list of weights is damaged",
    { ...weights(MODEL, WHOLE), [`${HOST}/${MODEL}/resolve/main/tensor-cache.json`]: "<html>" },
    false,
  ],
  ["a model with a longer name is here", weights(`${MODEL}-long`, WHOLE), false],
  [
    "one host has a part of it and another has all",
    {
      ...weights(MODEL, ["tensor-cache.json"]),
      ...Object.fromEntries(
        Object.entries(weights(MODEL, WHOLE)).map((
          [address, text],
        ) => [address.replace("models.test/some", "mirror.test/other"), text]),
      ),
    },
    true,
  ],
];

for (const [what, files, isKept] of kept) {
  test(`isWebLLMModelCached() gives ${isKept} when ${what}`, async ({ page, site }) => {
    if (Object.keys(files).length > 0) await page.keepFiles({ "webllm/model": files });
    assertStrictEquals(await page.isListedModelCached({ id: MODEL }), isKept);
    // The list says from where, so that a mirror does not count.
    const isFromHost = isKept && !what.includes("another");
    assertStrictEquals(await page.isListedModelCached({ id: MODEL, appConfig }), isFromHost);
    assertEquals([site.engineLoads, site.requests], [0, []]);
    assertStrictEquals((await page.cachedFiles()).length, Object.keys(files).length);
  });
}

test("isWebLLMModelCached() knows models that share a folder, and addresses with a branch", async ({ page }) => {
  await page.keepFiles({ "webllm/model": weights("e-q0f32-MLC", WHOLE) });
  for (const id of ["e-q0f32-MLC-b4", "e-q0f32-MLC-b32", "e-q0f32-MLC-1k"]) {
    assertStrictEquals(await page.isListedModelCached({ id }), true);
  }
  await page.keepFiles({ "webllm/model": weights("my-own", WHOLE) });
  for (const [id, isKept] of [["my-own", true], ["my-", false], ["my-other", false]] as const) {
    assertStrictEquals(await page.isListedModelCached({ id }), isKept);
  }
  const branch = { ...record("x", {}), model: `${HOST}/e-q0f32-MLC/resolve/main/` };
  const listed: ListedModel = { id: "x", appConfig: { "model_list": [branch] } };
  assertStrictEquals(await page.isListedModelCached(listed), true);
});

test("isWebLLMModelCached() says what it cannot tell", async ({ page }) => {
  assertStrictEquals(
    await page.isListedModelCached({ id: "none", appConfig }),
    'config: Choose a model of the list, "none" is not in it',
  );
  for (const cacheBackend of ["opfs", "cross-origin"] as const) {
    assertStrictEquals(
      await page.isListedModelCached({ id: MODEL, appConfig: { ...appConfig, cacheBackend } }),
      "unsupported: Ask isModelCached() of the provider, only the engine can look into " +
        `"${cacheBackend}" as cacheBackend`,
    );
  }
});

test("isWebLLMModelCached() says what to do on plain http", async ({ page }) => {
  assertStrictEquals(
    await page.isListedModelCached({ id: MODEL }),
    "unsupported: Serve the page over https or from localhost, WebGPU needs a secure context",
  );
}, { host: "insecure.test" });

for (const backend of ["cache", "indexeddb"] as const) {
  test(`isWebLLMModelCached() sees what the real engine keeps in ${backend}`, async ({ page, tab, site }) => {
    const id = chat.question.model;
    const model = {
      ...record(id, {}),
      model: `${site.origin}/model/${id}`,
    };
    const listed: ListedModel = {
      id,
      appConfig: { "model_list": [model], cacheBackend: backend },
    };
    assertStrictEquals(await page.isListedModelCached(listed), false);
    const names = await tab.evaluate(async () =>
      (await indexedDB.databases()).map(({ name }) => name)
    );
    assertEquals(
      names,
      [],
      "it has made a database, which the engine would find without its table",
    );
    const question: Question = { ...chat.question, setup: "scripted page", allow: true, backend };
    assertEquals((await page.ask(question)).tokens, chat.result.tokens);
    assertStrictEquals(await page.isListedModelCached(listed), true);
    await page.deleteModel(question);
    assertStrictEquals(await page.isListedModelCached(listed), false);
  });
}

const deletions: [
  what: string,
  list: WebLLMAppConfig["model_list"],
  keptFolders: string[],
  leaves: string[],
][] = [
  [
    "keeps a program that another kept model needs",
    [record("one", { program: "p" }), record("two", { program: "p" })],
    ["one", "two"],
    ["webllm/wasm p.wasm"],
  ],
  [
    "deletes a program that a model needs which is not here",
    [record("one", { program: "p" }), record("two", { program: "p" })],
    ["one"],
    [],
  ],
  [
    "deletes the programs of all models that have lost their weights with it",
    [
      record("one", { folder: "f", program: "p" }),
      record("two", { folder: "f", program: "q" }),
      record("three", { program: "q" }),
      record("four", { program: "r" }),
    ],
    ["f", "four"],
    ["webllm/wasm r.wasm"],
  ],
];

for (const [what, list, keptFolders, leaves] of deletions) {
  test(`deleteModel() ${what}`, async ({ page, site }) => {
    const programs = [...new Set(list.map((entry) => entry.model_lib))];
    await page.keepFiles({
      "webllm/model": Object.assign({}, ...keptFolders.map((folder) => weights(folder, WHOLE))),
      "webllm/config": weights(keptFolders[0]!, ["mlc-chat-config.json"]),
      "webllm/wasm": Object.fromEntries(programs.map((address) => [address, "12345"])),
    });
    await page.deleteListedModel({ id: "one", appConfig: { "model_list": list } });
    const left = await page.cachedFiles();
    assertEquals(left.filter((name) => name.startsWith("webllm/wasm")), leaves);
    assertStrictEquals(left.length - leaves.length, (keptFolders.length - 1) * WHOLE.length);
    assertStrictEquals(site.engineLoads, 0);
  });
}

/** Puts another body in place of a file that the browser keeps, with the length that is told of it. */
async function replaceKept(tab: Page, name: string, file: { bytes: number; told: string }) {
  await tab.evaluate(async ([name, { bytes, told }]) => {
    const cache = await caches.open("webllm/model");
    const { url } = (await cache.keys()).find(({ url }) => url.endsWith(name))!;
    const headers = { "content-length": told };
    await cache.put(url, new Response(new Uint8Array(bytes), { headers }));
  }, [name, file] as const);
}

for (const setup of ["scripted page", "scripted worker"] as const) {
  // With another setting a provider of its own asks, which has no model loaded.
  const first: Question = { ...chat.question, setup, allow: true };
  const next: Question = { ...first, backend: "cache" };

  test(`a ${setup} fetches only the file again that has another length than the list says`, async ({ page, site, tab }) => {
    await page.ask(first);
    const before = site.requests.length;
    await replaceKept(tab, "shard_2.bin", { bytes: 5, told: "5" });
    const refused = await page.ask({ ...next, allow: false });
    assertStrictEquals(refused.error?.code, "download-required");
    assertEquals((await page.ask(next)).tokens, chat.result.tokens);
    assertEquals(site.requests.slice(before), ["shard_2.bin"]);
  });

  test(`a ${setup} keeps a file of the right length whose header counts compressed bytes`, async ({ page, site, tab }) => {
    await page.ask(first);
    const before = site.requests.length;
    await replaceKept(tab, "shard_2.bin", { bytes: 64 * 1024, told: "5" });
    assertEquals((await page.ask({ ...next, allow: false })).tokens, chat.result.tokens);
    assertEquals(site.requests.slice(before), []);
  });

  test(`a ${setup} fetches a damaged list of weights again, and no weights`, async ({ page, site, tab }) => {
    await page.ask(first);
    const before = site.requests.length;
    await replaceKept(tab, "tensor-cache.json", { bytes: 5, told: "5" });
    assertEquals((await page.ask(next)).tokens, chat.result.tokens);
    assertEquals(site.requests.slice(before), ["tensor-cache.json"]);
  });
}
