// Copyright 2026 the Rivulet authors. MIT license.

// Large answers and many texts over a real connection.

import { assertEquals, assertLess } from "@std/assert";
import {
  afterProbe,
  answerLikeOllama,
  makeClient,
  startServer,
} from "../support/embedding_server.ts";
import { liveHeapBytes } from "../support/live_heap.ts";

Deno.test("embedBatch() reads 1,024 vectors of 1,024 numbers", async () => {
  const range = Array.from({ length: 1024 }, (_, index) => index);
  const vectors = range.map((row) => range.map((column) => Math.sin(row + column * 1024)));
  await using server = startServer(afterProbe(() => Response.json({ embeddings: vectors })));
  const embedded = await makeClient(server.base).embedBatch(range.map(String));
  assertEquals(embedded, vectors.map((vector) => Float32Array.from(vector)));
});

Deno.test("OllamaEmbeddingClient sends no credentials", async () => {
  await using server = startServer(answerLikeOllama);
  await makeClient(server.base).probeRuntime();
  const names = server.requests.flatMap(({ headers }) => [...headers.keys()]);
  assertEquals(names.filter((name) => /authorization|cookie/.test(name)), []);
});

Deno.test("embedMany() embeds 100,000 texts in bounded memory", async () => {
  await using server = startServer(answerLikeOllama);
  let taken = 0;
  function* texts(): Generator<string> {
    while (taken < 100_000) yield `${taken++} `.padEnd(1024, "text ");
  }
  let done = 0;
  let before = 0;
  for await (const vectors of makeClient(server.base).embedMany(texts(), { batchSize: 250 })) {
    done += vectors.length;
    server.requests.length = 0; // what the server remembers is not what is measured
    if (done === 10_000) before = liveHeapBytes();
    assertLess(taken - done, 501, "more than one batch ahead");
  }
  assertEquals(done, 100_000);
  // The texts alone are 88 MiB from there on.
  assertLess(liveHeapBytes() - before, 44 * 2 ** 20);
});
