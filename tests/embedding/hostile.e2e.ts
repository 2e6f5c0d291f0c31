// Copyright 2026 the Rivulet authors. MIT license.

// Servers that mean no good, or are broken for good, asked for vectors.

import { assertEquals, assertLess, assertMatch, assertRejects } from "@std/assert";
import { EmbeddingError } from "@rivulet/llm/embedding";
import { makeClient, startServer } from "../support/embedding_server.ts";
import { startEndless } from "../support/endless_server.ts";
import { until } from "../support/until.ts";

const MIB = 1024 * 1024;

// The first request is the probe, which leaves its answer unread.
const PROBE = 0;
const FIRST = 1;

const TOO_LONG = /^the answer holds more than 16777216 bytes besides its vectors$/;
const KIB_64 = 64 * 1024;

const ENDLESS: [name: string, before: string, piece: string, reason: RegExp][] = [
  ["a vector", '{"embeddings":[[1', ",1".repeat(KIB_64), TOO_LONG],
  ["a number", '{"embeddings":[[1', "1".repeat(KIB_64), TOO_LONG],
  ["a string", '{"model":"', "m".repeat(KIB_64), TOO_LONG],
  ["blanks", "", " ".repeat(KIB_64), TOO_LONG],
  ["opening brackets", '{"x":', "[".repeat(KIB_64), TOO_LONG],
  ["junk after the answer", '{"embeddings":[[1]]}', "junk\n".repeat(KIB_64), TOO_LONG],
  [
    "vectors",
    '{"embeddings":[[1]',
    ",[1]".repeat(KIB_64),
    /^the answer holds at least \d+ vectors/,
  ],
];

for (const [name, before, piece, reason] of ENDLESS) {
  Deno.test(`embedBatch() gives up ${name} without end, and closes the connection`, async () => {
    await using server = startEndless(piece, { before });
    const error = await assertRejects(
      () => makeClient(server.base).embedBatch(["a"]),
      EmbeddingError,
    );
    assertMatch(error.reason!, reason);
    await server.clientGone(FIRST);
    assertLess(server.sentBytes(), 32 * MIB);
  });
}

Deno.test("healthCheck() gives up a list of models without end", async () => {
  await using server = startEndless('{"name":"m"},'.repeat(KIB_64), { before: '{"models":[' });
  const error = await assertRejects(() => makeClient(server.base).healthCheck(), EmbeddingError);
  assertMatch(error.message, /^Local server health check failed: the answer is longer than/);
  await server.clientGone(PROBE);
  assertLess(server.sentBytes(), 32 * MIB);
});

Deno.test("embedBatch() reads little of an error body without end", async () => {
  await using server = startEndless("x".repeat(KIB_64), { status: 500 });
  const error = await assertRejects(
    () => makeClient(server.base).embedBatch(["a"]),
    EmbeddingError,
  );
  assertEquals([error.code, error.status], ["http", 500]);
  await server.clientGone(PROBE);
  assertLess(server.sentBytes(), 16 * MIB);
});

Deno.test("embedBatch() times out while one byte a second comes", async () => {
  await using server = startEndless("1", { before: '{"embeddings":[[1', intervalMs: 1000 });
  const error = await assertRejects(
    () => makeClient(server.base, 1500).embedBatch(["a"]),
    EmbeddingError,
  );
  assertEquals(error.code, "timeout");
  await server.clientGone(FIRST);
});

Deno.test("embedBatch() stops at once when it is aborted while one byte a second comes", async () => {
  await using server = startEndless("1", { before: '{"embeddings":[[1', intervalMs: 1000 });
  const controller = new AbortController();
  const vectors = makeClient(server.base).embedBatch(["a"], { signal: controller.signal });
  const rejected = assertRejects(() => vectors, Error);
  await until(() => server.sentBytes() > 0, "the first byte");
  controller.abort();
  assertEquals((await rejected).name, "AbortError");
  await server.clientGone(FIRST);
});

Deno.test("embedBatch() survives JSON that is nested 100,000 deep", async () => {
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const answers = [`{"x":${deep},"embeddings":[[1]]}`, `{"embeddings":${deep}}`, deep];
  await using server = startServer(() => new Response(answers[0]));
  const client = makeClient(server.baseUrl);
  assertEquals(await client.embedBatch(["a"]), [Float32Array.of(1)]);
  answers.shift();
  for (; answers.length > 0; answers.shift()) {
    const error = await assertRejects(() => client.embedBatch(["a"]), EmbeddingError);
    assertEquals(error.code, "format");
  }
});
