// Copyright 2026 the Rivulet authors. MIT license.

import { makeClient, makeOpenAIClient } from "../support/embedding_server.ts";
import { assertEquals } from "./assertions.ts";
import { testServer } from "./collection.ts";

const VECTORS = [[0.25, -1.5e-3], [-7, 1e20]];

testServer("embedBatch() reads every number, however the bytes are cut", {
  chunks: [JSON.stringify({ model: "🌍", embeddings: VECTORS })],
  byteByByte: true,
}, async ({ base }) => {
  const vectors = await makeClient(base).embedBatch(["a", "b"]);
  assertEquals(
    vectors.map((vector) => [...vector]),
    VECTORS.map((vector) => [...Float32Array.from(vector)]),
  );
});

testServer("embedMany() takes a stream of texts, whether streams can be iterated over or not", {
  chunks: ['{"embeddings":[[1],[2]]}'],
}, async ({ base }) => {
  const texts = new ReadableStream<string>({
    start(controller) {
      for (const text of ["a", "b", "c", "d"]) controller.enqueue(text);
      controller.close();
    },
  });
  const vectors: number[][] = [];
  for await (const batch of makeClient(base).embedMany(texts, { batchSize: 2 })) {
    vectors.push(...batch.map((vector) => [...vector]));
  }
  assertEquals(vectors, [[1], [2], [1], [2]]);
});

testServer("OpenAICompatibleEmbeddingClient puts the vectors into the order of the texts", {
  chunks: [
    JSON.stringify({
      data: VECTORS.map((embedding, index) => ({ object: "embedding", embedding, index }))
        .reverse(),
    }),
  ],
  byteByByte: true,
}, async ({ base }) => {
  const vectors = await makeOpenAIClient({ baseUrl: `${base}/v1` }).embedBatch(["a", "\ud83d"]);
  assertEquals(
    vectors.map((vector) => [...vector]),
    VECTORS.map((vector) => [...Float32Array.from(vector)]),
  );
});
