// Copyright 2026 the Rivulet authors. MIT license.

// The embedding client against a server that others wrote.

import { assert, assertEquals } from "@std/assert";
import { AimockServer } from "../support/aimock.ts";
import { isProbe, makeClient, startServer } from "../support/embedding_server.ts";
import { failureOf } from "../support/failure.ts";

const VECTORS = { river: [0.25, -0.5, 1], sea: [1, 2, 3] };
const TEXTS = Object.keys(VECTORS);

async function startMock(): Promise<AimockServer> {
  const server = await AimockServer.start();
  for (const [text, embedding] of Object.entries(VECTORS)) {
    server.mock.onEmbedding(text, { embedding });
  }
  return server;
}

Deno.test("healthCheck() reads the models of aimock", async () => {
  await using server = await startMock();
  const names = await makeClient(server.mock.url).healthCheck();
  assert(names.length > 0 && names.every((name) => typeof name === "string"));
});

Deno.test("embedBatch() reads the vectors of aimock on /api/embeddings", async () => {
  await using server = await startMock();
  const { url } = server.mock;
  // Lacks `/api/embed`, as old servers do.
  await using old = startServer((request) => {
    if (isProbe(request)) return new Response("404 page not found", { status: 404 });
    return fetch(url + request.path, { method: "POST", body: JSON.stringify(request.body) });
  });
  const vectors = await makeClient(old.base).embedBatch(TEXTS);
  assertEquals(vectors, Object.values(VECTORS).map((vector) => Float32Array.from(vector)));
});

Deno.test("embedBatch() tells what is wrong with the answers of aimock on /api/embed", async () => {
  await using server = await startMock();
  const { message, code } = await failureOf(() => makeClient(server.mock.url).embedBatch(TEXTS));
  const reason = 'invalid embedding vector format, the answer has no "embeddings" array';
  assertEquals([message, code], [`Local server /api/embed failed: ${reason}`, "format"]);
});
