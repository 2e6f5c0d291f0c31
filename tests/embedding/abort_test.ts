// Copyright 2026 the Rivulet authors. MIT license.

// What an abort between two requests stops; the phases of one request are in tests/contract.

import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { answerLikeOldOllama, answerLikeOllama, makeClient } from "../support/embedding_server.ts";
import { stubServer } from "../support/stub_server.ts";

Deno.test("embedBatch() rejects for a signal that is aborted already, without texts too", async () => {
  const signal = AbortSignal.abort("early");
  const { name, cause } = await assertRejects(() => makeClient().embedBatch([], { signal }), Error);
  assertEquals([name, cause], ["AbortError", "early"]);
});

Deno.test("embedBatch() sends nothing after an abort right after the call", async () => {
  using server = stubServer(answerLikeOllama);
  const client = makeClient();
  await client.embedBatch(["a"]);
  const controller = new AbortController();
  const vectors = client.embedBatch(["b"], { signal: controller.signal });
  controller.abort();
  assertStrictEquals(await assertRejects(() => vectors, Error), controller.signal.reason);
  assertEquals(server.requests.map(({ body }) => body.input), [["ping"], ["a"]]);
});

Deno.test("embedBatch() sends no further text to /api/embeddings after an abort", async () => {
  const controller = new AbortController();
  using server = stubServer((request) => {
    if (request.body.prompt === "b") controller.abort();
    return answerLikeOldOllama(request);
  });
  const { signal } = controller;
  const embed = () => makeClient().embedBatch(["a", "b", "c"], { signal });
  assertStrictEquals(await assertRejects(embed, Error), signal.reason);
  assertEquals(server.requests.map(({ body }) => body.prompt), [undefined, "a", "b"]);
});
