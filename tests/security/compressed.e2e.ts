// Copyright 2026 the Rivulet authors. MIT license.

// Answers that unpack to far more than what comes over the wire.

import { assert, assertEquals, assertLess, assertRejects, assertStrictEquals } from "@std/assert";
import { EmbeddingError, OllamaEmbeddingClient } from "@rivulet/llm/embedding";
import type { LLMProviderId } from "@rivulet/llm";
import { askProvider, httpProviderIds } from "../support/ask.ts";
import { endlessAnswer, packedAnswer, type Packing, packings } from "../support/bombs.ts";
import { isProbe, makeClient, startServer } from "../support/embedding_server.ts";
import { startLoopback } from "../support/loopback.ts";
import { ownMemory } from "../support/own_memory.ts";
import { protocolOf } from "../support/protocol.ts";

const MIB = 1024 * 1024;

/** A vector of as many numbers as the largest models make. */
const LONG_VECTOR = `[${"0,".repeat(16_383)}0],`;

/** A fetch whose caller aborts in the first turn that the loop of events has after the answer. */
function abortingFetch(controller: AbortController): { fetch: typeof fetch; readBytes(): number } {
  let byteCount = 0;
  return {
    readBytes: () => byteCount,
    async fetch(url, init) {
      const response = await fetch(url, init);
      if (!response.headers.has("content-encoding")) return response;
      setTimeout(() => controller.abort());
      const body = response.body!;
      const getReader = body.getReader.bind(body);
      body.getReader = ((options: { mode: "byob" }) => {
        const reader = getReader(options);
        const read = reader.read.bind(reader);
        reader.read = async (memory) => {
          const result = await read(memory);
          byteCount += result.value?.byteLength ?? 0;
          return result;
        };
        return reader;
      }) as typeof body.getReader;
      return response;
    },
  };
}

for (const id of httpProviderIds) {
  for (const packing of packings) {
    Deno.test(`stream() of ${id} is aborted while it reads blank lines packed with ${packing}`, async () => {
      await using server = startLoopback(() => packedAnswer(packing, "\n", 24));
      const controller = new AbortController();
      const { signal } = controller;
      const { fetch, readBytes } = abortingFetch(controller);
      const { error } = await askProvider(id, { baseUrl: server.base, fetch }, { signal });
      assertStrictEquals(error, signal.reason);
      // As far as one gets in a moment.
      assertLess(readBytes(), 12 * MIB);
      await server.clientGone(0);
    });
  }
}

const SILENT: [id: LLMProviderId, packing: Packing, text: string][] = [
  ["local-b", "br", "\n"],
  ["local-a", "gzip", ": comment\n"],
  ["standard-compatible", "gzip", "data: {}\n\n"],
  ["local-a", "gzip", '{"message":{"content":""}}\n'],
];

for (const [id, packing, text] of SILENT) {
  Deno.test(`stream() of ${id} gives up ${JSON.stringify(text)} without end, packed with ${packing}`, async () => {
    const before = ownMemory();
    await using server = startLoopback(() => packedAnswer(packing, text, 33));
    const { error } = await askProvider(id, { baseUrl: server.base });
    const { message } = error as Error;
    assertStrictEquals(message, "Provider stream failed: more than 32 MiB came without a token");
    await server.clientGone(0);
    assertLess(ownMemory() - before, 300 * MIB);
  });
}

Deno.test("stream() counts what comes without a token anew behind each token", async () => {
  const { token, end } = protocolOf("local-a");
  const piece = [token("a"), `${" ".repeat(MIB - 1)}\n`.repeat(12)];
  await using server = startLoopback(() => ({ chunks: [...piece, ...piece, ...piece, end] }));
  const { tokens, error } = await askProvider("local-a", { baseUrl: server.base });
  assertEquals([tokens, error], [["a", "a", "a"], undefined]);
});

Deno.test("embedBatch() is aborted while it reads packed vectors", async () => {
  await using server = startServer((request) =>
    isProbe(request)
      ? new Response("{}")
      : packedAnswer("br", `{"embeddings":[${LONG_VECTOR.repeat(1000)}`, 0)
  );
  const controller = new AbortController();
  const { signal } = controller;
  const { fetch, readBytes } = abortingFetch(controller);
  const client = new OllamaEmbeddingClient({
    baseUrl: server.base,
    model: "m",
    timeoutMs: 600_000,
    fetch,
  });
  const texts = Array.from({ length: 2000 }, () => "a");
  const error = await client.embedBatch(texts, { signal }).catch((error) => error);
  assertStrictEquals(error, signal.reason);
  assertLess(readBytes(), 16 * MIB);
  await server.clientGone(1);
});

Deno.test("embedBatch() keeps its time-out while it reads packed vectors", async () => {
  await using server = startServer((request) =>
    isProbe(request) ? new Response("{}") : endlessAnswer('{"embeddings":[', LONG_VECTOR)
  );
  const texts = Array.from({ length: 200_000 }, () => "a");
  const { code } = await assertRejects(
    () => makeClient(server.base, 1000).embedBatch(texts),
    EmbeddingError,
  );
  assertStrictEquals(code, "timeout");
  await server.clientGone(1);
});

const LIMITS: [what: string, before: string, text: string, reason: string][] = [
  ["blanks", "{", " ", "the answer holds more than 16777216 bytes besides its vectors"],
  ["a name", '{"', "n", "the answer holds more than 16777216 bytes besides its vectors"],
  [
    "a vector of blanks",
    '{"embeddings":[[',
    " ",
    "the answer holds a vector of more than 2097152 bytes",
  ],
  ["a number", '{"embeddings":[[0.', "1", "the answer holds a vector of more than 2097152 bytes"],
  [
    "long vectors",
    '{"embeddings":[',
    `[1${" ".repeat(MIB)}],`,
    "the answer is longer than 20971520 bytes for 2 texts",
  ],
];

for (const [what, before, text, reason] of LIMITS) {
  Deno.test(`embedBatch() gives up packed ${what}`, async () => {
    const memory = ownMemory();
    await using server = startServer((request) =>
      isProbe(request) ? new Response("{}") : endlessAnswer(before, text)
    );
    const error = await assertRejects(
      () => makeClient(server.base).embedBatch(["a", "b"]),
      EmbeddingError,
    );
    assertEquals([error.code, error.reason], ["format", reason]);
    await server.clientGone(1);
    assertLess(ownMemory() - memory, 300 * MIB);
  });
}

Deno.test("embedBatch() refuses a vector of more numbers than any model makes", async () => {
  const vector = `[${"0,".repeat(65_536)}0]`;
  await using server = startServer((request) =>
    isProbe(request) ? new Response("{}") : new Response(`{"embeddings":[${vector}]}`)
  );
  const error = await assertRejects(
    () => makeClient(server.base).embedBatch(["a"]),
    EmbeddingError,
  );
  assertStrictEquals(
    error.reason,
    "the answer holds a vector of 65537 numbers, the most are 65536",
  );
});

Deno.test("healthCheck() gives up a packed list of models", async () => {
  await using server = startServer(() => endlessAnswer('{"models":[', '{"name":"m"},'));
  const error = await assertRejects(() => makeClient(server.base).healthCheck(), EmbeddingError);
  assertStrictEquals(error.reason, "the answer holds more than 262144 values");
  await server.clientGone(0);
});

Deno.test("stream() reads little of a packed error body", async () => {
  await using server = startLoopback(() => ({ ...endlessAnswer("", " "), status: 500 }));
  const { error } = await askProvider("local-a", { baseUrl: server.base });
  assert(error instanceof Error);
  assertEquals(error.message, "Provider request failed (500)");
  await server.clientGone(0);
});
