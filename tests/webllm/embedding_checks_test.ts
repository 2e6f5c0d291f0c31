// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { EmbeddingError, formatProviderError } from "@rivulet/llm";
import type { WebLLMEmbeddingClientOptions } from "@rivulet/llm/webllm";
import { FakeGpu, idle } from "../support/webllm_ask.ts";
import { errorOf, fakeClient, vectorsOf } from "../support/webllm_embed.ts";
import { appConfig, EMBEDDING, F16, F32 } from "../support/webllm_fake_engine.ts";

/** How a call is refused before anything is loaded. */
async function refusal(
  options: WebLLMEmbeddingClientOptions = {},
  { fake, client, progress } = fakeClient("the main thread", options),
): Promise<[code: string, message: string]> {
  const error = await errorOf(client.embedBatch(["a"]));
  assert(error instanceof EmbeddingError);
  assertEquals([progress, fake.engines.length], [[], 0]);
  assertStrictEquals(formatProviderError(error, "local"), error.message);
  return [error.code, error.message];
}

Deno.test("embedBatch() of webllm asks for nothing when it is aborted already", async () => {
  using gpu = new FakeGpu();
  let asked = 0;
  gpu.request = () => Promise.resolve(asked++);
  const { fake, client } = fakeClient();
  const cause = new Error("mine");
  const error = await errorOf(client.embedBatch(["a"], { signal: AbortSignal.abort(cause) }));
  assertEquals([error.name, error.cause, asked, fake.imports], ["AbortError", cause, 0, 0]);
});

Deno.test("embedBatch() of webllm is unsupported without WebGPU, and loads no engine", async () => {
  using _gpu = new FakeGpu("missing");
  const made = fakeClient();
  assertEquals(await refusal({}, made), [
    "unsupported",
    "Use a browser with WebGPU, this one does not have it",
  ]);
  assertStrictEquals(made.fake.imports, 0);
});

Deno.test("embedBatch() of webllm is unsupported without an adapter, and asks again the next time", async () => {
  using gpu = new FakeGpu();
  const { request } = gpu;
  gpu.request = () => Promise.resolve(null);
  const made = fakeClient();
  assertEquals(await refusal({}, made), [
    "unsupported",
    "Turn on graphics acceleration in the browser, it offers no graphics adapter for WebGPU",
  ]);
  gpu.request = request;
  assertEquals(await made.client.embedBatch(["a"]), vectorsOf(["a"]));
});

Deno.test("embedBatch() of webllm refuses an unknown model and names similar ones", async () => {
  using _gpu = new FakeGpu();
  assertEquals(await refusal({ model: "snowflake-arctic-embed" }), [
    "config",
    'Choose a model of the list, "snowflake-arctic-embed" is not in it; similar ids are ' +
    `"${EMBEDDING}"`,
  ]);
  assertEquals(await refusal({ model: "" }), [
    "config",
    'Choose a model of the list, "" is not in it',
  ]);
});

Deno.test("embedBatch() of webllm refuses a model for chat and names those for embeddings", async () => {
  using gpu = new FakeGpu();
  // The kind of the model counts before what it needs.
  gpu.features = [];
  assertEquals(await refusal({ model: F16 }), [
    "config",
    `Choose a model for embeddings, "${F16}" makes none; ids for embeddings are "${EMBEDDING}"`,
  ]);
  const [chat] = appConfig.model_list;
  const ofChat = { "model_list": [chat!, { ...chat!, "model_id": "v", "model_type": 2 }] };
  assertEquals(await refusal({ model: "v", appConfig: ofChat }), [
    "config",
    'Choose a model for embeddings, "v" makes none',
  ]);
});

Deno.test("embedBatch() of webllm needs shader-f16 only where the model does", async () => {
  using gpu = new FakeGpu();
  gpu.features = [];
  const { client } = fakeClient();
  assertEquals(await client.embedBatch(["a"]), vectorsOf(["a"]));
  const record = appConfig.model_list.find((record) => record.model_id === EMBEDDING)!;
  const model = "e-q0f16";
  const of16Bit = { "model_list": [{ ...record, "model_id": model }] };
  assertEquals(await refusal({ model, appConfig: of16Bit }), [
    "unsupported",
    `Choose another model, this graphics adapter lacks shader-f16 and cannot run "${model}"`,
  ]);
});

for (const allowModelDownload of [false, undefined]) {
  Deno.test(`embedBatch() of webllm asks for consent with allowModelDownload ${allowModelDownload}`, async () => {
    using _gpu = new FakeGpu();
    assertEquals(await refusal({ allowModelDownload }), [
      "download-required",
      `Set allowModelDownload to download "${EMBEDDING}", it is not on this device`,
    ]);
  });
}

Deno.test("embedBatch() of webllm needs no consent for a model that is on this device", async () => {
  using _gpu = new FakeGpu();
  const { fake, client } = fakeClient("the main thread", { allowModelDownload: false });
  fake.cached.add(EMBEDDING);
  assertEquals(await client.embedBatch(["a"]), vectorsOf(["a"]));
  assert(!fake.log.includes("shard 1"));
});

Deno.test("embedBatch() of webllm asks for consent when the model is deleted before its turn", async () => {
  using _gpu = new FakeGpu();
  const { fake, client } = fakeClient("the main thread", {
    allowModelDownload: false,
    appConfig: { ...appConfig, cacheBackend: "indexeddb" },
  });
  fake.cached.add(EMBEDDING);
  const deleting = client.deleteModel();
  const error = await errorOf(client.embedBatch(["a"])) as EmbeddingError;
  await deleting;
  assertEquals([error.code, fake.engines.length], ["download-required", 0]);
});

Deno.test("embedBatch() of webllm tells that the engine file cannot be loaded, and tries again", async () => {
  using _gpu = new FakeGpu();
  const { fake, client } = fakeClient();
  const thrown = new TypeError("Failed to fetch dynamically imported module: https://a.test/b.js");
  fake.failures.set("import", thrown);
  const error = await errorOf(client.embedBatch(["a"])) as EmbeddingError;
  assertEquals([error.code, error.message, error.cause], [
    "engine",
    "Check the connection and reload the page, the engine file could not be loaded",
    thrown,
  ]);
  fake.failures.clear();
  assertEquals(await client.embedBatch(["a"]), vectorsOf(["a"]));
});

Deno.test("createWebLLMEmbeddingClient() loads nothing by itself, and takes another model", async () => {
  using gpu = new FakeGpu();
  let asked = 0;
  const { request } = gpu;
  gpu.request = () => (asked++, request());
  const { fake, client } = fakeClient("the main thread", { model: F32 });
  client.embedMany(["a"]);
  await idle();
  assertEquals([client.model, asked, fake.imports], [F32, 0, 0]);
});
