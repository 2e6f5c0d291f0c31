// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertAlmostEquals, assertEquals, assertStrictEquals } from "@std/assert";
import { errorOf, startCall } from "./support/call.ts";
import { largestDifference } from "./support/alone_in_batch.ts";
import { embedding } from "./support/halves.ts";
import { CLS, ScriptedPackage, SEP } from "./support/scripted_package.ts";
import { CONTEXT_WINDOW_SIZE, forwarded, MAX_BATCH_SIZE } from "./support/scripted_runtime.ts";
import { test } from "./support/test.ts";

/** What the script makes of a text with so many words. */
function vectorOf(words: number): Float32Array {
  const values = [words + 2, CLS, SEP];
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
}

test("the real package embeds texts in input order, between the marks of the model", async () => {
  const client = new ScriptedPackage().client();
  const vectors = await client.embedBatch(["one", "one two three", "", "one two"]);
  assertEquals(vectors, [1, 3, 0, 2].map(vectorOf));
  for (const vector of vectors) assertAlmostEquals(Math.hypot(...vector), 1, 1e-6);
});

test("the real package gives the model as many texts of one length as it takes at once", async () => {
  const client = new ScriptedPackage().client();
  const counts = [5, 1, 4, 1, 5, 9, 5, 6, 5, 5];
  const texts = counts.map((count) => "w ".repeat(count));
  assertEquals(await client.embedBatch(texts), counts.map(vectorOf));
  assertEquals(forwarded, [MAX_BATCH_SIZE, 1, 2, 1, 1, 1]);
});

test("the real package makes of a text the same vector alone as beside others", async () => {
  const scripted = new ScriptedPackage();
  const client = scripted.client();
  assertEquals(await largestDifference((texts) => client.embedBatch(texts)), 0);
  // The engine by itself does not: a version that does needs no parts of equal length.
  const [engine] = scripted.engines;
  const together = await largestDifference(async (texts) => {
    const answer = await engine!.embeddings.create({ model: client.model, input: texts });
    return (answer as { data: { embedding: number[] }[] }).data.map(({ embedding }) => embedding);
  });
  assert(together > 0.1, `${together}`);
});

test("the real package embeds many texts in batches", async () => {
  const scripted = new ScriptedPackage();
  const texts = ["a", "b c", "d"];
  const batches = await Array.fromAsync(scripted.client().embedMany(texts, { batchSize: 2 }));
  assertEquals(batches, [[1, 2], [1]].map((counts) => counts.map(vectorOf)));
  assertStrictEquals(scripted.engines.length, 1);
});

test("the real package refuses a text beyond the context window, and keeps the model loaded", async () => {
  const scripted = new ScriptedPackage();
  const client = scripted.client();
  const longest = CONTEXT_WINDOW_SIZE - 2;
  assertEquals(await client.embedBatch(["w ".repeat(longest)]), [vectorOf(longest)]);
  const call = client.embedBatch(["short", "w ".repeat(longest + 1)]);
  const error = await errorOf(call, embedding.Error);
  assertEquals([error.code, error.message], [
    "engine",
    `Shorten or split the longest text, it exceeds the context window of "${client.model}"`,
  ]);
  assertStrictEquals((error.cause as Error).name, "EmbeddingExceedContextWindowSizeError");
  assertEquals(await client.embedBatch(["short"]), [vectorOf(1)]);
  assertStrictEquals(scripted.engines.length, 1);
});

test("the real package ends what was aborted before it embeds the next", async () => {
  const scripted = new ScriptedPackage();
  const client = scripted.client();
  scripted.hold("embed");
  const held = startCall((signal) => client.embedBatch(["a"], { signal }), () => []);
  await scripted.reached("embed");
  await held.abort();
  const next = client.embedBatch(["b c"]);
  assertEquals(forwarded, [1]);
  scripted.release("embed");
  assertEquals(await next, [vectorOf(2)]);
  assertEquals([forwarded, scripted.engines.length], [[1, 1], 1]);
});

test("the real package frees an embedding model", async () => {
  const scripted = new ScriptedPackage();
  const client = scripted.client();
  await client.embedBatch(["a"]);
  await client.unload();
  assertEquals(await client.embedBatch(["a"]), [vectorOf(1)]);
  assertStrictEquals(scripted.engines.length, 2);
});

test("the real package answers a request for vectors in the shape that the client reads", async () => {
  const scripted = new ScriptedPackage();
  const client = scripted.client();
  await client.embedBatch(["a"]);
  const request = { model: client.model, input: ["[CLS] a d [SEP]", "[CLS] b c [SEP]"] };
  const { usage: _, ...answer } = await scripted.engines[0]!.embeddings.create(request) as {
    usage: object;
  };
  assertEquals(answer as unknown, {
    data: [
      { embedding: [4, CLS, SEP], index: 0, object: "embedding" },
      { embedding: [4, CLS, SEP], index: 1, object: "embedding" },
    ],
    model: client.model,
    object: "list",
  });
});
