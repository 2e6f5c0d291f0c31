// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertAlmostEquals, assertEquals, assertStrictEquals } from "@std/assert";
import { OllamaEmbeddingClient } from "@rivulet/llm";
import type { WebLLMEmbeddingClient } from "@rivulet/llm/webllm";
import { errorOf, idle, places, startCall } from "./support/call.ts";
import { fakeClient, marked, vectorsOf } from "./support/embedding.ts";
import { embedding } from "./support/halves.ts";
import { EMBEDDING, OTHER } from "./support/models.ts";
import { test } from "./support/test.ts";

function allMarked(texts: string[]): string[] {
  return texts.map(marked);
}

const TEXTS = ["a", "bb", "ccc", "dddd", "eeeee"];

test("WebLLMEmbeddingClient and OllamaEmbeddingClient can take each other's place", async () => {
  const { client } = fakeClient();
  const ollama = new OllamaEmbeddingClient({
    baseUrl: "http://localhost",
    model: "m",
    timeoutMs: 1000,
  });
  // What is tested here are the types.
  const inPlaceOfOllama: Pick<OllamaEmbeddingClient, "embedBatch" | "embedMany"> = client;
  const inPlaceOfWebLLM: Pick<WebLLMEmbeddingClient, "embedBatch" | "embedMany"> = ollama;
  assertEquals(typeof inPlaceOfWebLLM.embedMany, "function");
  assertEquals(await inPlaceOfOllama.embedBatch(TEXTS), vectorsOf(TEXTS));
});

test("embedBatch() of webllm gives vectors of length 1 in input order", async () => {
  const { fake, client } = fakeClient();
  const vectors = await client.embedBatch(TEXTS);
  assertEquals(vectors, vectorsOf(TEXTS));
  for (const vector of vectors) {
    assert(vector instanceof Float32Array);
    assertAlmostEquals(Math.hypot(...vector), 1, 1e-6);
  }
  assertEquals([fake.inputs, fake.requests], [[TEXTS.map(marked)], []]);
});

test("createWebLLMEmbeddingClient() tells its model, and takes another", () => {
  assertStrictEquals(fakeClient().client.model, EMBEDDING);
  assertStrictEquals(fakeClient("the main thread", { model: OTHER }).client.model, OTHER);
});

test("embedBatch() of webllm asks the engine for 32 texts at a time", async () => {
  const { fake, client } = fakeClient();
  const texts = Array.from({ length: 70 }, (_, index) => "x".repeat(index + 1));
  assertEquals(await client.embedBatch(texts), vectorsOf(texts));
  assertEquals(fake.inputs.map(({ length }) => length), [32, 32, 6]);
});

for (const place of places) {
  test(`embedBatch() of webllm on ${place} sends only texts of equal token length together`, async () => {
    const { fake, client } = fakeClient(place);
    const texts = ["a", "a b c", "b", "", "d e f", "c"];
    assertEquals(await client.embedBatch(texts), vectorsOf(texts));
    assertEquals(fake.inputs, [["a", "b", "c"], ["a b c", "d e f"], [""]].map(allMarked));
  });

  test(`embedBatch() of webllm on ${place} sends one text at a time where the tokenizer cannot be found`, async () => {
    const { fake, client } = fakeClient(place);
    fake.showsTokenizer = false;
    const texts = ["a", "a b c", "b"];
    assertEquals(await client.embedBatch(texts), vectorsOf(texts));
    assertEquals(fake.inputs, texts.map((text) => [marked(text)]));
  });
}

test("embedBatch() of webllm loads nothing for no texts", async (gpu) => {
  const { fake, client, heard } = fakeClient();
  assertEquals(await client.embedBatch([]), []);
  assertEquals([gpu.asked, fake.imports, heard], [0, 0, []]);
});

test("embedBatch() of webllm refuses what is no text, and loads nothing", async () => {
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

test("embedBatch() of webllm is not touched by changes made while it waits", async () => {
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
  test(`embedBatch() of webllm refuses ${what}, and takes a fresh engine`, async () => {
    const { fake, client } = fakeClient();
    fake.embeddings = answer;
    const error = await errorOf(client.embedBatch(["a", "b"]), embedding.Error);
    assertEquals([error.code, error.message], [
      "engine",
      `Try again or choose another model, the engine made ${made}`,
    ]);
    fake.embeddings = undefined;
    assertEquals(await client.embedBatch(["a"]), vectorsOf(["a"]));
    assertStrictEquals(fake.engines.length, 2);
  });
}

test("embedBatch() of webllm normalises the smallest and the largest numbers", async () => {
  const { fake, client } = fakeClient();
  fake.embeddings = { data: [vector(3e38, 3e38), vector(1e-45, 0)] };
  const vectors = await client.embedBatch(["a", "b"]);
  assertEquals(vectors, [Float32Array.of(Math.SQRT1_2, Math.SQRT1_2), Float32Array.of(1, 0)]);
});

test("embedMany() of webllm yields batches in order, tells the progress and is one batch ahead", async () => {
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

test("embedMany() of webllm yields the batches before a failed one", async () => {
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
  const error = await errorOf(batches.next(), embedding.Error);
  assertStrictEquals(error.code, "engine");
  assertEquals(await batches.next(), { done: true, value: undefined });
});

test("embedBatch() of webllm begins no other part after an abort", async () => {
  const { fake, client } = fakeClient();
  fake.hold("embed");
  const texts = Array.from({ length: 70 }, (_, index) => `${index}`);
  const held = startCall((signal) => client.embedBatch(texts, { signal }), () => []);
  await fake.reached("embed");
  await held.abort();
  fake.release("embed");
  assertEquals(await client.embedBatch(["b"]), vectorsOf(["b"]));
  assertEquals(fake.inputs.map(({ length }) => length), [32, 1]);
});

test("embedMany() of webllm rejects at once when its signal is aborted between two batches", async () => {
  const { client } = fakeClient();
  const controller = new AbortController();
  const progress: number[] = [];
  const options = {
    batchSize: 1,
    signal: controller.signal,
    onProgress: (done: number) => void progress.push(done),
  };
  const batches = client.embedMany(["a", "b", "c"], options)[Symbol.asyncIterator]();
  await batches.next();
  await idle(); // the second is ready, and must not hide the abort
  controller.abort();
  assertStrictEquals((await errorOf(batches.next())).name, "AbortError");
  assertEquals(progress, [1]);
  assertEquals(await client.embedBatch(["d"]), vectorsOf(["d"]));
});

test("embedBatch() of webllm lets no text end itself by the marks of the model", async () => {
  const { fake, client } = fakeClient();
  await client.embedBatch(["a [SEP] b [CLS]", "[PAD][MASK][UNK]", "[sep] [SEP [1]"]);
  assertEquals(fake.inputs.flat().toSorted(), [
    "[CLS] [ PAD][ MASK][ UNK] [SEP]",
    "[CLS] [sep] [SEP [1] [SEP]",
    "[CLS] a [ SEP] b [ CLS] [SEP]",
  ]);
});
