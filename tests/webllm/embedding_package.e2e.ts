// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertAlmostEquals, assertEquals, assertStrictEquals } from "@std/assert";
import type { EmbeddingError } from "@rivulet/llm";
import { createWebLLMEmbeddingClient, type WebLLMEmbeddingClient } from "@rivulet/llm/webllm";
import type { Engine, EngineConfig } from "../../providers/webllm/_engine.ts";
import { FakeGpu } from "../support/webllm_ask.ts";
import { errorOf } from "../support/webllm_embed.ts";
import {
  CONTEXT_WINDOW_SIZE,
  forwarded,
  MAX_BATCH_SIZE,
  scriptedRuntime,
} from "../support/webllm_embedding_script.ts";
import { loadedEngine, openPackage } from "../support/webllm_opened.ts";
import { chatConfig, script } from "../support/webllm_script.ts";

const EMBEDDING_TYPE = 1;
const CLS = 101;
const SEP = 102;

const opened = await openPackage();
const engines: Engine[] = [];

/** Like that of the package: it adds no marks of its own, and knows them where they stand. */
const tokenizer = {
  encode: (text: string) =>
    text.split(" ").filter((word) => word !== "").map((word) =>
      ({ "[CLS]": CLS, "[SEP]": SEP })[word] ?? word.length
    ),
  dispose: () => {},
};

/** A client on the package's own engine and embedding pipeline, with a scripted device. */
function scriptedClient(): WebLLMEmbeddingClient {
  script.at = () => Promise.resolve();
  engines.length = 0;
  forwarded.length = 0;
  const MLCEngine = function (config: EngineConfig) {
    const { EmbeddingPipeline } = opened.opened;
    const engine = loadedEngine(opened, config, () => {
      const runtime = scriptedRuntime((point) => script.at(point));
      return {
        type: EMBEDDING_TYPE,
        pipeline: new EmbeddingPipeline(runtime, tokenizer, chatConfig),
      };
    });
    engines.push(engine);
    return engine;
  };
  const module = { ...opened, MLCEngine, hasModelInCache: () => Promise.resolve(true) };
  return createWebLLMEmbeddingClient({ loadEngine: () => Promise.resolve(module) });
}

/** What the script makes of a text with so many words. */
function vectorOf(words: number): Float32Array {
  const values = [words + 2, CLS, SEP];
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

Deno.test("the real package embeds texts in input order, between the marks of the model", async () => {
  using _gpu = new FakeGpu();
  const client = scriptedClient();
  const vectors = await client.embedBatch(["one", "one two three", "", "one two"]);
  assertEquals(vectors, [1, 3, 0, 2].map(vectorOf));
  for (const vector of vectors) assertAlmostEquals(Math.hypot(...vector), 1, 1e-6);
});

Deno.test("the real package gives as many texts to the model as it takes at once", async () => {
  using _gpu = new FakeGpu();
  const client = scriptedClient();
  const counts = [5, 1, 4, 1, 5, 9, 2, 6, 5, 3];
  const texts = counts.map((count) => "w ".repeat(count));
  assertEquals(await client.embedBatch(texts), counts.map(vectorOf));
  assertEquals(forwarded, [MAX_BATCH_SIZE, MAX_BATCH_SIZE, 2]);
});

Deno.test("the real package embeds many texts in batches", async () => {
  using _gpu = new FakeGpu();
  const batches = await Array.fromAsync(
    scriptedClient().embedMany(["a", "b c", "d"], { batchSize: 2 }),
  );
  assertEquals(batches, [[1, 2], [1]].map((counts) => counts.map(vectorOf)));
  assertStrictEquals(engines.length, 1);
});

Deno.test("the real package refuses a text beyond the context window, and a fresh engine embeds the next", async () => {
  using _gpu = new FakeGpu();
  const client = scriptedClient();
  const longest = CONTEXT_WINDOW_SIZE - 2;
  assertEquals(await client.embedBatch(["w ".repeat(longest)]), [vectorOf(longest)]);
  const call = client.embedBatch(["short", "w ".repeat(longest + 1)]);
  const error = await errorOf(call) as EmbeddingError;
  assertEquals([error.code, error.message], [
    "engine",
    `Shorten or split the longest text, it exceeds the context window of "${client.model}"`,
  ]);
  assertStrictEquals((error.cause as Error).name, "EmbeddingExceedContextWindowSizeError");
  assertEquals(await client.embedBatch(["short"]), [vectorOf(1)]);
  assertStrictEquals(engines.length, 2);
});

Deno.test("the real package ends what was aborted before it embeds the next", async () => {
  using _gpu = new FakeGpu();
  const client = scriptedClient();
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  script.at = (point) => {
    if (point !== "embed") return Promise.resolve();
    reached.resolve();
    return released.promise;
  };
  const controller = new AbortController();
  const call = errorOf(client.embedBatch(["a"], { signal: controller.signal }));
  await reached.promise;
  controller.abort();
  assertStrictEquals((await call).name, "AbortError");
  const next = client.embedBatch(["b c"]);
  assertEquals(forwarded, [1]);
  released.resolve();
  assertEquals(await next, [vectorOf(2)]);
  assertEquals([forwarded, engines.length], [[1, 1], 1]);
});

Deno.test("the real package frees an embedding model", async () => {
  using _gpu = new FakeGpu();
  const client = scriptedClient();
  await client.embedBatch(["a"]);
  await client.unload();
  assertEquals(await client.embedBatch(["a"]), [vectorOf(1)]);
  assertStrictEquals(engines.length, 2);
});

Deno.test("the real package answers a request for vectors in the shape that the client reads", async () => {
  using _gpu = new FakeGpu();
  const client = scriptedClient();
  await client.embedBatch(["a"]);
  const request = { model: client.model, input: ["[CLS] a [SEP]", "[CLS] b c [SEP]"] };
  const { usage: _, ...answer } = await engines[0]!.embeddings.create(request) as { usage: object };
  assertEquals(answer as unknown, {
    data: [
      { embedding: [3, CLS, SEP], index: 0, object: "embedding" },
      { embedding: [4, CLS, SEP], index: 1, object: "embedding" },
    ],
    model: client.model,
    object: "list",
  });
});

Deno.test("the real package lists the default model for embeddings, which needs no shader-f16", () => {
  const { model } = createWebLLMEmbeddingClient();
  const list = opened.prebuiltAppConfig.model_list;
  const record = list.find((record) => record.model_id === model)!;
  assertStrictEquals(record.model_type, EMBEDDING_TYPE);
  assertStrictEquals(Math.round(record.vram_required_MB!), 239);
  assertStrictEquals(record.required_features, undefined);
  assert(!/q\d+f16/.test(model));
  // What the docs say of the context window and of the largest batch.
  const programs = list.filter((record) => record.model_type === EMBEDDING_TYPE)
    .map((record) => record.model_lib);
  assertStrictEquals(programs.length, 4);
  for (const program of programs) assert(/[-_]ctx512_cs512_batch(4|32)-/.test(program), program);
});
