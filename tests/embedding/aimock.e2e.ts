// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The embedding client against a server that others wrote.
 *
 * @module
 */

import { LLMock } from "@copilotkit/aimock";
import { assertEquals, assertRejects } from "@std/assert";
import { EmbeddingError } from "@rivulet/llm/embedding";
import { isProbe, makeClient, startServer } from "../support/embedding_server.ts";
import type { SeenRequest } from "../support/embedding_server.ts";

// Started outside of the tests: its server leaves a timer behind, which is not ours to answer for.
const mock = new LLMock({ port: 0, host: "127.0.0.1" });
mock.onEmbedding("river", { embedding: [0.25, -0.5, 1] });
mock.onEmbedding("sea", { embedding: [1, 2, 3] });
await mock.start();

Deno.test.afterAll(async () => await mock.stop());

/** The mock behind a server that lacks `/api/embed`, as old servers do. */
function startOldMock(): ReturnType<typeof startServer> {
  return startServer((request: SeenRequest) => {
    if (isProbe(request)) return new Response("404 page not found", { status: 404 });
    return fetch(mock.url + request.path, {
      method: request.method,
      body: JSON.stringify(request.body),
    });
  });
}

Deno.test("healthCheck() reads the models of aimock", async () => {
  const names = await makeClient(mock.url).healthCheck();
  assertEquals(names.length > 0 && names.every((name) => typeof name === "string"), true);
});

Deno.test("embedBatch() reads the vectors of aimock on /api/embeddings", async () => {
  await using server = startOldMock();
  const vectors = await makeClient(server.baseUrl).embedBatch(["river", "sea"]);
  assertEquals(vectors, [Float32Array.of(0.25, -0.5, 1), Float32Array.of(1, 2, 3)]);
});

Deno.test("embedBatch() tells what is wrong with the answers of aimock on /api/embed", async () => {
  const error = await assertRejects(
    () => makeClient(mock.url).embedBatch(["river", "sea"]),
    EmbeddingError,
  );
  assertEquals(
    error.message,
    "Local server /api/embed failed: " +
      'invalid embedding vector format, the answer has no "embeddings" array',
  );
  assertEquals(error.code, "format");
});
