// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { EmbeddingError } from "@rivulet/llm/embedding";
import {
  afterProbe,
  answerLikeOldOllama,
  answerLikeOllama,
  BASE_URL,
  endlessBody,
  isProbe,
  makeClient,
  stubServer,
  vectorsOf,
} from "../support/embedding_server.ts";

const TIMEOUT_MESSAGE = "Local server request timed out after 1000ms";

/** A promise of the first call of `act`, and the function that makes it happen. */
function moment(): { reached: Promise<void>; reach: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { reached: promise, reach: resolve };
}

/** Counts the listeners that a signal has. */
function countListeners(signal: AbortSignal): () => number {
  const listeners = new Set<unknown>();
  const { addEventListener, removeEventListener } = signal;
  signal.addEventListener = (type: string, listener: EventListener) => {
    listeners.add(listener);
    addEventListener.call(signal, type, listener);
  };
  signal.removeEventListener = (type: string, listener: EventListener) => {
    listeners.delete(listener);
    removeEventListener.call(signal, type, listener);
  };
  return () => listeners.size;
}

const REASONS: [name: string, reason: unknown][] = [
  ["a text", "stopped by hand"],
  ["null", null],
  ["an error", new TypeError("other")],
  ["a time-out", new DOMException("late", "TimeoutError")],
  ["one of our errors", new EmbeddingError("timeout", "x")],
  ["an object of that name", { name: "AbortError" }],
];

for (const [name, reason] of REASONS) {
  Deno.test(`embedBatch() rejects with an AbortError for ${name} as the reason`, async () => {
    const { reached, reach } = moment();
    using _server = stubServer(afterProbe(() => {
      reach();
      return new Promise(() => {});
    }));
    const controller = new AbortController();
    const vectors = makeClient().embedBatch(["a"], { signal: controller.signal });
    await reached;
    controller.abort(reason);
    const error = await assertRejects(() => vectors, Error);
    assertEquals([error.name, error.cause], ["AbortError", reason]);
  });
}

Deno.test("embedBatch() throws a reason that is an AbortError as it is", async () => {
  using _server = stubServer(() => new Promise(() => {}));
  const controller = new AbortController();
  const vectors = makeClient().embedBatch(["a"], { signal: controller.signal });
  controller.abort();
  assertStrictEquals(await assertRejects(() => vectors, Error), controller.signal.reason);
});

Deno.test("embedBatch() sends nothing for a signal that is aborted already", async () => {
  using server = stubServer(answerLikeOllama);
  const client = makeClient();
  const signal = AbortSignal.abort("early");
  for (const texts of [["a"], []]) {
    const error = await assertRejects(() => client.embedBatch(texts, { signal }), Error);
    assertEquals([error.name, error.cause], ["AbortError", "early"]);
  }
  assertEquals(server.requests, []);
});

Deno.test("embedBatch() sends nothing after an abort right after the call", async () => {
  using server = stubServer(answerLikeOllama);
  const client = makeClient();
  await client.embedBatch(["a"]);
  const controller = new AbortController();
  const vectors = client.embedBatch(["b"], { signal: controller.signal });
  controller.abort();
  assertEquals((await assertRejects(() => vectors, Error)).name, "AbortError");
  assertEquals(server.requests.map(({ body }) => body.input), [["ping"], ["a"]]);
});

Deno.test("embedBatch() hands the abort on to fetch", async () => {
  const { reached, reach } = moment();
  using server = stubServer(afterProbe(() => {
    reach();
    return new Promise(() => {});
  }));
  const controller = new AbortController();
  const vectors = makeClient().embedBatch(["a"], { signal: controller.signal });
  await reached;
  assertEquals(server.requests[1]?.signal.aborted, false);
  controller.abort();
  assertEquals(server.requests[1]?.signal.aborted, true);
  await assertRejects(() => vectors, Error);
});

Deno.test("embedBatch() cancels the body on an abort", async () => {
  const body = endlessBody('{"embeddings":[[1');
  using _server = stubServer(afterProbe(() => new Response(body.stream)));
  const controller = new AbortController();
  const vectors = makeClient().embedBatch(["a"], { signal: controller.signal });
  await body.read;
  controller.abort("enough");
  const error = await assertRejects(() => vectors, Error);
  assertEquals(error.name, "AbortError");
  await body.cancelled;
});

Deno.test("embedBatch() cancels the body of an answer that comes after the abort", async () => {
  const body = endlessBody();
  const answer = Promise.withResolvers<Response>();
  const { reached, reach } = moment();
  using _server = stubServer(afterProbe(() => {
    reach();
    return answer.promise;
  }));
  const controller = new AbortController();
  const vectors = makeClient().embedBatch(["a"], { signal: controller.signal });
  await reached;
  controller.abort();
  await assertRejects(() => vectors, Error);
  answer.resolve(new Response(body.stream));
  await body.cancelled;
});

Deno.test("embedBatch() sends no further text to /api/embeddings after an abort", async () => {
  const controller = new AbortController();
  using server = stubServer((request) => {
    if (request.body.prompt === "b") controller.abort();
    return answerLikeOldOllama(request);
  });
  const { signal } = controller;
  const error = await assertRejects(
    () => makeClient().embedBatch(["a", "b", "c"], { signal }),
    Error,
  );
  assertEquals(error.name, "AbortError");
  assertEquals(server.requests.map(({ body }) => body.prompt), [undefined, "a", "b"]);
});

Deno.test("embedBatch() puts no listener on the signal, so that many calls can share it", async () => {
  using _server = stubServer(answerLikeOldOllama);
  const { signal } = new AbortController();
  const listeners = countListeners(signal);
  const client = makeClient();
  const vectors = client.embedBatch(["a", "b"], { signal });
  assertEquals(listeners(), 0);
  await vectors;
  assertEquals(listeners(), 0);
});

Deno.test("embedBatch() leaves no listener on the signal after a failure", async () => {
  using _server = stubServer(afterProbe(() => new Response(null, { status: 500 })));
  const { signal } = new AbortController();
  const listeners = countListeners(signal);
  await assertRejects(() => makeClient().embedBatch(["a"], { signal }), EmbeddingError);
  assertEquals(listeners(), 0);
});

Deno.test("OllamaEmbeddingClient times out on a probe without an answer", async () => {
  using time = new FakeTime();
  using server = stubServer(() => new Promise(() => {}));
  const vectors = makeClient(BASE_URL, 1000).embedBatch(["a"]);
  time.tick(1000);
  const error = await assertRejects(() => vectors, EmbeddingError);
  assertEquals([error.message, error.code], [TIMEOUT_MESSAGE, "timeout"]);
  assertEquals(server.requests[0]?.signal.aborted, true);
});

Deno.test("OllamaEmbeddingClient times out on a body without an end, and cancels it", async () => {
  using time = new FakeTime();
  const body = endlessBody('{"embeddings":[[1');
  using _server = stubServer(afterProbe(() => new Response(body.stream)));
  const vectors = makeClient(BASE_URL, 1000).embedBatch(["a"]);
  await body.read;
  time.tick(1000);
  const error = await assertRejects(() => vectors, EmbeddingError);
  assertEquals([error.message, error.code], [TIMEOUT_MESSAGE, "timeout"]);
  await body.cancelled;
});

Deno.test("OllamaEmbeddingClient times out on an error page without an end", async () => {
  using time = new FakeTime();
  const body = endlessBody("<p>Oops");
  using _server = stubServer(() => new Response(body.stream, { status: 500 }));
  const names = makeClient(BASE_URL, 1000).healthCheck();
  await body.read;
  time.tick(1000);
  const error = await assertRejects(() => names, EmbeddingError);
  assertEquals(error.message, TIMEOUT_MESSAGE);
  await body.cancelled;
});

Deno.test("OllamaEmbeddingClient gives each text of /api/embeddings the whole time", async () => {
  using time = new FakeTime();
  using _server = stubServer((request) => {
    if (!isProbe(request)) time.tick(600);
    return answerLikeOldOllama(request);
  });
  const vectors = await makeClient(BASE_URL, 1000).embedBatch(["a", "b", "c"]);
  assertEquals(vectors, vectorsOf(["a", "b", "c"]));
});

Deno.test("OllamaEmbeddingClient keeps to whichever comes first, abort or time-out", async () => {
  using time = new FakeTime();
  using _server = stubServer(() => new Promise(() => {}));
  const controller = new AbortController();
  const { signal } = controller;
  const late = makeClient(BASE_URL, 1000).embedBatch(["a"], { signal });
  controller.abort();
  time.tick(1000);
  assertEquals((await assertRejects(() => late, Error)).name, "AbortError");
});

Deno.test("OllamaEmbeddingClient probes anew after a probe that timed out", async () => {
  using time = new FakeTime();
  let probes = 0;
  using _server = stubServer((request) =>
    ++probes === 1 ? new Promise(() => {}) : answerLikeOllama(request)
  );
  const client = makeClient(BASE_URL, 1000);
  const first = client.embedBatch(["a"]);
  time.tick(1000);
  await assertRejects(() => first, EmbeddingError, TIMEOUT_MESSAGE);
  assertEquals(await client.embedBatch(["a"]), vectorsOf(["a"]));
});
