// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertAlmostEquals, assertEquals, assertStrictEquals } from "@std/assert";
import { EmbeddingError, OllamaEmbeddingClient } from "@rivulet/llm";
import type { WebLLMEmbeddingClient } from "@rivulet/llm/webllm";
import { FakeGpu, idle, places } from "../support/webllm_ask.ts";
import { errorOf, fakeClient, marked, vectorsOf } from "../support/webllm_embed.ts";
import { EMBEDDING } from "../support/webllm_fake_engine.ts";

const TEXTS = ["a", "bb", "ccc", "dddd", "eeeee"];

/** What an app needs of a client, wherever the model runs. */
interface Embedder {
  embedBatch(
    texts: readonly string[],
    options?: { signal?: AbortSignal | undefined },
  ): Promise<Float32Array[]>;
  embedMany(
    texts: Iterable<string> | AsyncIterable<string>,
    options?: {
      batchSize?: number | undefined;
      signal?: AbortSignal | undefined;
      onProgress?: ((done: number, total?: number) => void) | undefined;
    },
  ): AsyncIterable<Float32Array[]>;
}

Deno.test("WebLLMEmbeddingClient and OllamaEmbeddingClient can take each other's place", async () => {
  using _gpu = new FakeGpu();
  const { client } = fakeClient();
  const options = { baseUrl: "http://localhost:11434", model: "m", timeoutMs: 1000 };
  const embedders: Embedder[] = [client, new OllamaEmbeddingClient(options)];
  const both: Pick<OllamaEmbeddingClient, keyof WebLLMEmbeddingClient & keyof Embedder> = client;
  for (const { embedBatch } of [both, ...embedders.slice(0, 1)]) {
    assertEquals(await embedBatch(TEXTS), vectorsOf(TEXTS));
  }
});

for (const place of places) {
  Deno.test(`embedBatch() of webllm on ${place} gives vectors of length 1 in input order`, async () => {
    using _gpu = new FakeGpu();
    const { fake, client } = fakeClient(place);
    assertStrictEquals(client.model, EMBEDDING);
    const vectors = await client.embedBatch(TEXTS);
    assertEquals(vectors, vectorsOf(TEXTS));
    for (const vector of vectors) {
      assert(vector instanceof Float32Array);
      assertAlmostEquals(Math.hypot(...vector), 1, 1e-6);
    }
    assertEquals(fake.inputs, [TEXTS.map(marked)]);
    assertEquals(fake.requests, []);
  });

  Deno.test(`embedBatch() of webllm on ${place} keeps the loaded model for the next call`, async () => {
    using _gpu = new FakeGpu();
    const { fake, client } = fakeClient(place);
    await client.embedBatch(["a"]);
    await client.embedBatch(["b"]);
    assertEquals([fake.engines.length, fake.imports], [1, 1]);
  });

  Deno.test(`embedBatch() of webllm on ${place} embeds one call after the other`, async () => {
    using _gpu = new FakeGpu();
    const { fake, client } = fakeClient(place);
    fake.hold("embed");
    const order: string[] = [];
    const calls = TEXTS.map((text) => client.embedBatch([text]).then(() => order.push(text)));
    await fake.reached("embed");
    await idle();
    assertEquals(fake.inputs.length, 1);
    fake.release("embed");
    await Promise.all(calls);
    assertEquals(order, TEXTS);
    assertEquals(fake.inputs, TEXTS.map((text) => [marked(text)]));
    assertStrictEquals(fake.engines.length, 1);
  });

  Deno.test(`embedBatch() of webllm on ${place} takes a fresh engine after an error`, async () => {
    using _gpu = new FakeGpu();
    const { fake, client } = fakeClient(place);
    const thrown = new Error("Object has already been disposed");
    fake.failures.set("embed", thrown);
    const error = await errorOf(client.embedBatch(["a"])) as EmbeddingError;
    assertEquals([error.name, error.code, error.message], [
      "EmbeddingError",
      "engine",
      "Close other tabs or choose a smaller model, the graphics device was lost",
    ]);
    assertEquals(error.cause, place === "a worker" ? String(thrown) : thrown);
    fake.failures.clear();
    assertEquals(await client.embedBatch(["a"]), vectorsOf(["a"]));
    assertStrictEquals(fake.engines.length, 2);
    const [old] = fake.engines;
    assert(place === "a worker" ? old!.worker!.terminated : old!.unloads === 1);
  });

  Deno.test(`embedBatch() of webllm on ${place} says what to do with a text that is too long`, async () => {
    using _gpu = new FakeGpu();
    const { fake, client } = fakeClient(place);
    const thrown = new Error("The embedding model you are using only supports up to 512");
    thrown.name = "EmbeddingExceedContextWindowSizeError";
    fake.failures.set("embed", thrown);
    const error = await errorOf(client.embedBatch(["a"])) as EmbeddingError;
    assertEquals([error.code, error.message, error.reason], [
      "engine",
      `Shorten or split the longest text, it exceeds the context window of "${EMBEDDING}"`,
      thrown.message,
    ]);
  });
}

Deno.test("embedBatch() of webllm asks the engine for 32 texts at a time", async () => {
  using _gpu = new FakeGpu();
  const { fake, client } = fakeClient();
  const texts = Array.from({ length: 70 }, (_, index) => "x".repeat(index));
  assertEquals(await client.embedBatch(texts), vectorsOf(texts));
  assertEquals(fake.inputs.map(({ length }) => length), [32, 32, 6]);
});

Deno.test("embedBatch() of webllm loads nothing for no texts", async () => {
  using gpu = new FakeGpu();
  gpu.request = () => Promise.reject(new Error("asked"));
  const { fake, client, progress } = fakeClient();
  assertEquals(await client.embedBatch([]), []);
  assertEquals([fake.imports, fake.engines.length, progress], [0, 0, []]);
});

Deno.test("embedBatch() of webllm refuses what is no text, and loads nothing", async () => {
  using _gpu = new FakeGpu();
  const { fake, client } = fakeClient();
  for (
    const [texts, message] of [
      [["a", 7], "Pass strings as texts, got number at index 1"],
      ["one text", "Pass an array of texts, got string"],
    ] as const
  ) {
    const error = await errorOf(client.embedBatch(texts as unknown as string[]));
    assert(error instanceof TypeError);
    assertStrictEquals(error.message, message);
  }
  assertStrictEquals(fake.imports, 0);
});

Deno.test("embedBatch() of webllm is not touched by changes made while it waits", async () => {
  using _gpu = new FakeGpu();
  const { client } = fakeClient();
  const texts = ["a", "b"];
  const call = client.embedBatch(texts);
  texts.length = 0;
  assertEquals(await call, vectorsOf(["a", "b"]));
});

const vector = (...embedding: unknown[]) => ({ embedding });
const NOT_FINITE = "a vector with a number that is not finite";
const ZEROS = "a vector of zeros, which has no direction";

const faults: [what: string, answer: unknown, made: string][] = [
  ["too few vectors", { data: [vector(1)] }, "1 vectors for 2 texts"],
  ["too many vectors", { data: [vector(1), vector(1), vector(1)] }, "3 vectors for 2 texts"],
  ["no list", {}, "0 vectors for 2 texts"],
  ["no answer", null, "0 vectors for 2 texts"],
  ["different lengths", { data: [vector(1, 2), vector(1)] }, "vectors of 2 and 1 numbers"],
  ["NaN", { data: [vector(1), vector(NaN)] }, NOT_FINITE],
  ["Infinity", { data: [vector(-Infinity), vector(1)] }, NOT_FINITE],
  ["a number beyond 32 bits", { data: [vector(1e39), vector(1)] }, NOT_FINITE],
  ["a text as a number", { data: [vector("1"), vector(1)] }, NOT_FINITE],
  ["only zeros", { data: [vector(1), vector(0, -0, 0)] }, ZEROS],
  ["an empty vector", { data: [vector(1), vector()] }, ZEROS],
  ["no vector", { data: [{}, vector(1)] }, ZEROS],
];

for (const [what, answer, made] of faults) {
  Deno.test(`embedBatch() of webllm refuses ${what}, and takes a fresh engine`, async () => {
    using _gpu = new FakeGpu();
    const { fake, client } = fakeClient();
    fake.embeddings = answer;
    const error = await errorOf(client.embedBatch(["a", "b"]));
    assert(error instanceof EmbeddingError);
    assertEquals([error.code, error.message], [
      "engine",
      `Try again or choose another model, the engine made ${made}`,
    ]);
    fake.embeddings = undefined;
    assertEquals(await client.embedBatch(["a"]), vectorsOf(["a"]));
    assertStrictEquals(fake.engines.length, 2);
  });
}

Deno.test("embedBatch() of webllm normalises the smallest and the largest numbers", async () => {
  using _gpu = new FakeGpu();
  const { fake, client } = fakeClient();
  fake.embeddings = { data: [vector(3e38, 3e38), vector(1e-45, 0)] };
  const vectors = await client.embedBatch(["a", "b"]);
  assertEquals(vectors, [Float32Array.of(Math.SQRT1_2, Math.SQRT1_2), Float32Array.of(1, 0)]);
});

Deno.test("embedMany() of webllm yields batches in order, tells the progress and is one batch ahead", async () => {
  using _gpu = new FakeGpu();
  const { fake, client } = fakeClient();
  const progress: unknown[] = [];
  const onProgress = (...args: unknown[]) => void progress.push(args);
  const batches = client.embedMany(TEXTS, { batchSize: 2, onProgress });
  await idle();
  assertStrictEquals(fake.imports, 0);
  const seen: Float32Array[][] = [];
  for await (const batch of batches) {
    seen.push(batch);
    await idle();
    assertStrictEquals(fake.inputs.length, Math.min(seen.length + 1, 3));
  }
  assertEquals(seen, [["a", "bb"], ["ccc", "dddd"], ["eeeee"]].map(vectorsOf));
  assertEquals(progress, [[2, 5], [4, 5], [5, 5]]);
});

Deno.test("embedMany() of webllm yields the batches before a failed one", async () => {
  using _gpu = new FakeGpu();
  const { fake, client } = fakeClient();
  fake.hold("embed");
  const batches = client.embedMany(TEXTS, { batchSize: 2 })[Symbol.asyncIterator]();
  const first = batches.next();
  await fake.reached("embed");
  fake.release("embed");
  fake.hold("embed");
  assertEquals((await first).value, vectorsOf(["a", "bb"]));
  fake.failures.set("embed", new Error("no words"));
  fake.release("embed");
  const error = await errorOf(batches.next()) as EmbeddingError;
  assertStrictEquals(error.code, "engine");
  assertEquals(await batches.next(), { done: true, value: undefined });
});
