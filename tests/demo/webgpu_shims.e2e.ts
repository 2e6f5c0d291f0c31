// Copyright 2026 the Rivulet authors. MIT license.

// The real engine in Deno, on the shims of the terminal program. They are for good: this file has a
// global scope of its own.

import { assertEquals, assertRejects, assertStrictEquals, assertStringIncludes } from "@std/assert";
import { ProviderError } from "@rivulet/llm";
import {
  createWebLLMProvider,
  type WebLLMProvider,
  type WebLLMProviderOptions,
} from "@rivulet/llm/webllm";
import { loadNotes } from "../../demo/terminal/load_notes.ts";
import { installWebgpuShims } from "../../demo/terminal/webgpu_shims.ts";
import { type LoopbackResponse, startLoopback } from "../support/loopback.ts";
import { openPackage } from "../webllm/support/opened.ts";
import { installScript } from "../webllm/support/script.ts";
import { Site } from "../webllm/support/site.ts";
import { hasGraphics } from "../support/graphics.ts";

const remarks: string[] = [];
installWebgpuShims((text) => remarks.push(text));

const MODEL = "tiny-q4f32_1-MLC";
const CACHES = ["webllm/model", "webllm/config", "webllm/wasm"];
const SHARDS = ["shard_0.bin", "shard_1.bin", "shard_2.bin", "shard_3.bin"];

const ignore = !hasGraphics;

/**
 * The engine looks whether a file is in the cache and does not read what it gets, which stays open
 * until it is collected.
 */
const leavesFilesOpen = { sanitizeResources: false };

let scripted: Promise<unknown> | undefined;

/** The real package, which takes a script for the program of the model. */
function loadScripted(): Promise<unknown> {
  return scripted ??= openPackage().then(installScript);
}

/** A provider of the one model of a site. */
function providerOf(site: Site, options: WebLLMProviderOptions = {}): WebLLMProvider {
  const record = {
    "model_id": MODEL,
    model: `${site.origin}/model/`,
    "model_lib": `${site.origin}/model/program.wasm`,
  };
  return createWebLLMProvider({ appConfig: { "model_list": [record] }, ...options });
}

/** Asks and returns the tokens; the notes are those of the terminal program. */
async function ask(
  provider: WebLLMProvider,
  { download = false, notes = [], signal = new AbortController().signal }: {
    download?: boolean;
    notes?: string[];
    signal?: AbortSignal;
  } = {},
): Promise<string[]> {
  const tokens: string[] = [];
  await provider.stream({ baseUrl: "", model: MODEL, allowModelDownload: download }, {
    prompt: "Q",
    contextSnippets: [],
    signal,
    onToken: (token) => tokens.push(token),
    onInitProgress: loadNotes((text) => notes.push(text)),
  });
  return tokens;
}

/** The names of a site's files in the engine's caches. */
async function keptFiles(site: Site): Promise<string[]> {
  const lists = await Promise.all(CACHES.map(async (name) => (await caches.open(name)).keys()));
  return lists.flat().map(({ url }) => url).filter((url) => url.startsWith(site.origin))
    .map((url) => url.slice(url.lastIndexOf("/") + 1)).sort();
}

Deno.test({
  name: "the real engine in Deno asks for leave before it fetches anything",
  ignore,
  async fn() {
    await using site = await Site.start();
    const error = await assertRejects(() => ask(providerOf(site)), ProviderError);
    assertEquals([error.code, site.requests], ["download-required", []]);
  },
});

Deno.test({
  name: "the real engine in Deno comes as far as the program of the model, which is none here",
  ignore,
  async fn() {
    await using site = await Site.start();
    const provider = providerOf(site);
    const error = await assertRejects(() => ask(provider, { download: true }), ProviderError);
    assertStrictEquals((error.cause as Error).name, "CompileError");
    assertEquals(await keptFiles(site), ["mlc-chat-config.json", "program.wasm"]);
    await provider.deleteModel(MODEL);
    assertEquals(await keptFiles(site), []);
  },
});

Deno.test({
  name: "the real engine in Deno downloads, keeps the files, answers, and needs no network again",
  ignore,
  ...leavesFilesOpen,
  async fn() {
    await using site = await Site.start();
    const notes: string[] = [];
    const provider = providerOf(site, { loadEngine: loadScripted });
    assertEquals(await ask(provider, { download: true, notes }), ["Hello", " world"]);
    assertStrictEquals(notes[0], "Preparing");
    assertStrictEquals(notes.at(-1), "Ready");
    assertEquals([...new Set(notes.map((note) => note.split(":")[0]))], [
      "Preparing",
      "Downloading",
      "Loading into graphics memory",
      "Ready",
    ]);
    const files = [
      "mlc-chat-config.json",
      "program.wasm",
      ...SHARDS,
      "tensor-cache.json",
      "tokenizer.json",
    ];
    assertEquals(await keptFiles(site), files);
    assertEquals(site.requests.toSorted(), files);
    const later = providerOf(site, { loadEngine: loadScripted });
    assertEquals(await ask(later), ["Hello", " world"]);
    assertStrictEquals(site.requests.length, files.length);
    await Promise.all([provider.unload(), later.unload()]);
    await later.deleteModel(MODEL);
    assertEquals(await keptFiles(site), []);
  },
});

Deno.test({
  name: "the real engine in Deno stops a download at once, and the next one starts clean",
  ignore,
  ...leavesFilesOpen,
  async fn() {
    await using site = await Site.start();
    const provider = providerOf(site, { loadEngine: loadScripted });
    site.hold(...SHARDS);
    const controller = new AbortController();
    const asked = site.reached("shard_0.bin");
    const stopped = assertRejects(
      () => ask(provider, { download: true, signal: controller.signal }),
      DOMException,
    );
    await asked;
    controller.abort();
    assertStrictEquals((await stopped).name, "AbortError");
    site.release();
    const kept = await keptFiles(site);
    assertEquals(kept.filter((name) => name.startsWith("shard")), []);
    assertEquals(await ask(provider, { download: true }), ["Hello", " world"]);
    await provider.unload();
    await provider.deleteModel(MODEL);
  },
});

Deno.test("console.log() of the engine becomes a remark", () => {
  // deno-lint-ignore no-console
  console.log("limit", 128);
  assertStrictEquals(remarks.pop(), "limit 128");
});

/** What `Cache.add()` does with an answer, and what is in the cache then. */
async function addToCache(response: LoopbackResponse): Promise<{
  kept: string | undefined;
  error: unknown;
}> {
  await using server = startLoopback(() => response);
  const cache = await caches.open("test");
  try {
    const request = new Request(`${server.base}/file`);
    const error = await cache.add(request).then(() => undefined, (reason) => reason);
    return { kept: await (await cache.match(request))?.text(), error };
  } finally {
    await caches.delete("test");
  }
}

Deno.test("Cache.add() keeps the whole file, whatever the server says of other requests", async () => {
  const headers = { vary: "Origin, Accept-Encoding", "cache-control": "no-store" };
  const { kept, error } = await addToCache({ headers, chunks: ["ab", "cd"] });
  assertEquals([kept, error], ["abcd", undefined]);
});

const failures: [name: string, response: LoopbackResponse][] = [
  ["status 404", { status: 404, chunks: ["no"] }],
  ["a body that breaks off", { chunks: ["ab"], end: "reset" }],
];

for (const [name, response] of failures) {
  Deno.test(`Cache.add() keeps nothing of ${name} and says so in the words that the provider knows`, async () => {
    const { kept, error } = await addToCache(response);
    assertStrictEquals(kept, undefined);
    assertStringIncludes(String(error), "TypeError: Failed to execute 'add' on 'Cache'");
  });
}

Deno.test("Cache.add() stops at the signal and keeps nothing", async () => {
  const controller = new AbortController();
  await using server = startLoopback(() => {
    controller.abort();
    return { chunks: ["ab"], end: "open" };
  });
  const cache = await caches.open("test");
  const request = new Request(`${server.base}/file`, { signal: controller.signal });
  const error = await assertRejects(() => cache.add(request), DOMException);
  assertStrictEquals(error.name, "AbortError");
  assertStrictEquals(await cache.match(request.url), undefined);
  await caches.delete("test");
});
