// Copyright 2026 the Rivulet authors. MIT license.

import { EmbeddingError, OllamaEmbeddingClient } from "@rivulet/llm";
import { assertEquals, assertRejects } from "./assertions.ts";
import { testServer } from "./collection.ts";
import type { TestServer } from "./host.ts";

// The first request of a client is its probe, which leaves the body unread.
const PROBE = 0;
const FIRST = 1;
const SECOND = 2;

const VECTORS = [[0.25, -1.5e-3], [-7, 1e20]];

function clientFor({ base }: TestServer): OllamaEmbeddingClient {
  return new OllamaEmbeddingClient({ baseUrl: base, model: "m", timeoutMs: 60_000 });
}

testServer("embedBatch() reads every number, however the bytes are cut", {
  body: JSON.stringify({ model: "🌍", embeddings: VECTORS }),
  byteByByte: true,
}, async (server) => {
  const vectors = await clientFor(server).embedBatch(["a", "b"]);
  assertEquals(
    vectors.map((vector) => [...vector]),
    VECTORS.map((vector) => [...Float32Array.from(vector)]),
  );
});

testServer(
  "embedBatch() stops at once when it is aborted before the answer",
  "silence",
  async (server) => {
    const controller = new AbortController();
    const rejected = assertRejects(
      clientFor(server).embedBatch(["a"], { signal: controller.signal }),
    );
    await server.asked(PROBE);
    controller.abort("enough");
    const { name, cause } = await rejected;
    assertEquals([name, cause], ["AbortError", "enough"]);
    await server.clientGone(PROBE);
  },
);

testServer("embedBatch() stops at once when it is aborted during the answer", {
  body: '{"embeddings":[[1,',
  staysOpen: true,
}, async (server) => {
  const controller = new AbortController();
  const rejected = assertRejects(
    clientFor(server).embedBatch(["a"], { signal: controller.signal }),
  );
  await server.asked(FIRST);
  controller.abort("enough");
  const { name, cause } = await rejected;
  assertEquals([name, cause], ["AbortError", "enough"]);
  await server.clientGone(FIRST);
});

testServer("embedMany() closes the connection when the loop is left", [
  {},
  { body: '{"embeddings":[[1]]}' },
  "silence",
], async (server) => {
  const options = { batchSize: 1 };
  for await (const vectors of clientFor(server).embedMany(["a", "b", "c"], options)) {
    assertEquals(vectors.map((vector) => [...vector]), [[1]]);
    await server.asked(SECOND);
    break;
  }
  await server.clientGone(SECOND);
});

testServer("embedBatch() does not follow a redirect", {
  status: 307,
  headers: { location: "/elsewhere" },
}, async (server, { hidesRedirects }) => {
  const error = await assertRejects(clientFor(server).embedBatch(["a"]));
  const { code, reason } = error as EmbeddingError;
  const place = hidesRedirects ? "another address" : '"/elsewhere"';
  assertEquals([code, reason], ["http", `the server redirects to ${place}`]);
});

testServer("embedBatch() rejects when the connection breaks", {
  body: '{"embeddings":[[1,',
  staysOpen: true,
}, async (server) => {
  const rejected = assertRejects(clientFor(server).embedBatch(["a"]));
  await server.asked(FIRST);
  await server.breakOff();
  assertEquals((await rejected as EmbeddingError).code, "network");
});

testServer(
  "embedBatch() tells a server that cannot be reached from one that refuses",
  "silence",
  async (server) => {
    await server.close();
    const error = await assertRejects(clientFor(server).embedBatch(["a"]));
    assertEquals([error instanceof EmbeddingError, (error as EmbeddingError).code], [
      true,
      "network",
    ]);
  },
);
