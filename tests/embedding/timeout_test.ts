// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import {
  afterProbe,
  answerLikeOldOllama,
  BASE_URL,
  firstly,
  isProbe,
  makeClient,
  vectorsOf,
} from "../support/embedding_server.ts";
import { failureOf } from "../support/failure.ts";
import { openResponse } from "../support/stub_response.ts";
import { type Handler, silence, stubServer } from "../support/stub_server.ts";

const BEGINNING = '{"embeddings":[[1';

function embed(): Promise<unknown> {
  return makeClient(BASE_URL, 1000).embedBatch(["a"]);
}

async function assertTimedOut(run: () => Promise<unknown>): Promise<void> {
  const { message, code } = await failureOf(run);
  assertEquals([message, code], ["Local server request timed out after 1000ms", "timeout"]);
}

Deno.test("OllamaEmbeddingClient times out on a probe without an answer, and tells fetch", async () => {
  using time = new FakeTime();
  using server = stubServer(silence);
  const vectors = embed();
  time.tick(1000);
  await assertTimedOut(() => vectors);
  assertStrictEquals(server.requests[0]?.signal.aborted, true);
});

const SLOW: [what: string, beginning: string, status: number, (answer: Handler) => Handler][] = [
  ["a body", BEGINNING, 200, afterProbe],
  ["an error page", "<p>Oops", 500, (answer) => answer],
];

for (const [what, beginning, status, serve] of SLOW) {
  Deno.test(`OllamaEmbeddingClient times out on ${what} without an end, and cancels it`, async () => {
    using time = new FakeTime();
    const { response, waitedFor, cancelled } = openResponse(beginning, { status });
    using _server = stubServer(serve(() => response));
    const vectors = embed();
    await waitedFor;
    time.tick(1000);
    await assertTimedOut(() => vectors);
    await cancelled;
  });
}

Deno.test("OllamaEmbeddingClient times out while the body still comes", async () => {
  using time = new FakeTime();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      time.tick(600);
      controller.enqueue(new TextEncoder().encode(BEGINNING));
    },
  }, { highWaterMark: 0 });
  using _server = stubServer(afterProbe(() => new Response(body)));
  await assertTimedOut(embed);
});

Deno.test("OllamaEmbeddingClient gives each text of /api/embeddings the whole time", async () => {
  using time = new FakeTime();
  using _server = stubServer((request) => {
    if (!isProbe(request)) time.tick(600);
    return answerLikeOldOllama(request);
  });
  const texts = ["a", "b", "c"];
  assertEquals(await makeClient(BASE_URL, 1000).embedBatch(texts), vectorsOf(texts));
});

Deno.test("OllamaEmbeddingClient keeps to whichever comes first, abort or time-out", async () => {
  using time = new FakeTime();
  using _server = stubServer(silence);
  const controller = new AbortController();
  const { signal } = controller;
  const late = makeClient(BASE_URL, 1000).embedBatch(["a"], { signal });
  controller.abort();
  time.tick(1000);
  assertStrictEquals(await assertRejects(() => late, Error), signal.reason);
});

Deno.test("OllamaEmbeddingClient probes anew after a probe that timed out", async () => {
  using time = new FakeTime();
  using _server = stubServer(firstly(silence));
  const client = makeClient(BASE_URL, 1000);
  const first = client.embedBatch(["a"]);
  time.tick(1000);
  await assertTimedOut(() => first);
  assertEquals(await client.embedBatch(["a"]), vectorsOf(["a"]));
});
