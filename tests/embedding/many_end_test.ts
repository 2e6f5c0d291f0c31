// Copyright 2026 the Rivulet authors. MIT license.

// How the batches of `embedMany()` end before their last one.

import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { EmbeddingError, formatProviderError } from "@rivulet/llm";
import {
  afterProbe,
  answerLikeOllama,
  makeClient,
  vectorsOf,
} from "../support/embedding_server.ts";
import { type Handler, silence, stubServer } from "../support/stub_server.ts";
import {
  careless,
  except,
  inputs,
  nextTurn,
  readAll,
  stuck,
  TEXTS,
  watched,
} from "../support/text_sources.ts";

const ONE_BY_ONE = { batchSize: 1 };

const MINE = new Error("mine");
const OUT_OF_MEMORY: Handler = () => Response.json({ error: "out of memory" }, { status: 500 });

interface Given {
  texts?: unknown[];
  failure?: Error;
  handler?: Handler;
  onProgress?: () => void;
}

function throwMine(): never {
  throw MINE;
}

const ENDINGS: [what: string, Given, read: string[], sent: string[], error: string][] = [
  [
    "what is no string, by its index",
    { texts: ["a", "bb", 7] },
    ["a", "bb"],
    ["a", "bb"],
    "TypeError: Pass strings as texts, got number at index 2",
  ],
  // deno-fmt-ignore
  ["the error of the source", { texts: ["a", "bb"], failure: MINE }, ["a", "bb"], ["a", "bb"], `${MINE}`],
  // The batch ahead would be sent in the next turn.
  ["the error that onProgress throws", { onProgress: throwMine }, [], ["a"], `${MINE}`],
  [
    "the error of a request",
    { handler: except("ccc", OUT_OF_MEMORY) },
    ["a", "bb"],
    ["a", "bb", "ccc"],
    "EmbeddingError: Local server /api/embed failed: out of memory",
  ],
];

for (const [what, given, ...expected] of ENDINGS) {
  Deno.test(`embedMany() ends with ${what} after the batches before it, and closes the source`, async () => {
    const { texts = TEXTS, failure, handler = answerLikeOllama, onProgress } = given;
    using server = stubServer(handler);
    const { state, source } = watched(texts, failure);
    const batches = makeClient().embedMany(source, { batchSize: 1, onProgress });
    const { read, error } = await readAll(batches);
    await nextTurn();
    const sent = inputs(server.requests).flat();
    assertEquals([read.flat(), sent, `${error}`], [vectorsOf(expected[0]), ...expected.slice(1)]);
    if (expected[2] === `${MINE}`) assertStrictEquals(error, MINE);
    assert(state.closed);
  });
}

const THROWN = new TypeError("Failed to fetch");

const FAILS: [how: string, onProgress: () => unknown][] = [
  ["throws", () => {
    throw THROWN;
  }],
  ["rejects a promise with", () => Promise.reject(THROWN)],
];

for (const [how, onProgress] of FAILS) {
  Deno.test(`embedMany() ends with what onProgress ${how}, and its words are the caller's own`, async () => {
    using _server = stubServer(answerLikeOllama);
    const { read, error } = await readAll(
      makeClient().embedMany(TEXTS, { batchSize: 1, onProgress }),
    );
    assertStrictEquals(error, THROWN);
    assert(read.length < TEXTS.length);
    assertStrictEquals(formatProviderError(error, "local"), THROWN.message);
  });
}

const CLOSINGS: [what: string, end: (source: AsyncIterable<string>) => Promise<unknown>][] = [
  ["it is left", async (source) => {
    for await (const _ of makeClient().embedMany(source, ONE_BY_ONE)) break;
  }],
  ["return() is called during a request", async (source) => {
    using _silent = stubServer(silence);
    const iterator = makeClient().embedMany(source)[Symbol.asyncIterator]();
    const pending = iterator.next();
    await nextTurn();
    await iterator.return?.();
    assertStrictEquals((await pending).done, true);
  }],
  ["the signal is aborted during a request", async (source) => {
    const controller = new AbortController();
    using _silent = stubServer(() => {
      queueMicrotask(() => controller.abort());
      return silence();
    });
    const { error } = await readAll(makeClient().embedMany(source, { signal: controller.signal }));
    assertStrictEquals(error, controller.signal.reason);
  }],
];

for (const [what, end] of CLOSINGS) {
  Deno.test(`embedMany() closes the source when ${what}`, async () => {
    using _server = stubServer(answerLikeOllama);
    const { state, source } = watched(TEXTS);
    await end(source);
    assert(state.closed);
  });
}

Deno.test("embedMany() does not wait for a source in the middle of a step when it is left", async () => {
  using _server = stubServer(answerLikeOllama);
  const { state, source } = stuck("a");
  for await (const _ of makeClient().embedMany(source, ONE_BY_ONE)) break;
  assert(state.closed);
});

Deno.test("embedMany() closes a source once, however often it is left", async () => {
  using _server = stubServer(answerLikeOllama);
  let returned = 0;
  const source: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({
      next: () => Promise.resolve({ done: false, value: "a" }),
      return: () => Promise.resolve({ done: true as const, value: returned++ }),
    }),
  };
  const iterator = makeClient().embedMany(source, ONE_BY_ONE)[Symbol.asyncIterator]();
  await iterator.next();
  await iterator.return?.();
  await iterator.return?.();
  await iterator.throw?.(new Error("late")).catch(() => {});
  assertEquals(returned, 1);
});

Deno.test("embedMany() ends at once when return() is called while the source waits", async () => {
  const { state, source } = stuck();
  const iterator = makeClient().embedMany(source)[Symbol.asyncIterator]();
  const pending = iterator.next();
  await nextTurn();
  const done = { done: true, value: undefined };
  assertEquals([await iterator.return?.(), await pending], [done, done]);
  assert(state.closed);
});

Deno.test("embedMany() gives the error of closing the source to the one who leaves", async () => {
  using _server = stubServer(answerLikeOllama);
  const failure = new Error("mine");
  const leave = async () => {
    for await (const _batch of makeClient().embedMany(careless(failure), ONE_BY_ONE)) break;
  };
  assertStrictEquals(await assertRejects(leave, Error), failure);
});

for (const [name, failure] of [["ended", undefined], ["thrown", new Error("mine")]] as const) {
  Deno.test(`embedMany() does not close a source that has ${name}`, async () => {
    using _server = stubServer(answerLikeOllama);
    let returned = 0;
    const iterator = TEXTS[Symbol.iterator]();
    const source = {
      [Symbol.iterator]: () => ({
        next() {
          const step = iterator.next();
          if (step.done && failure) throw failure;
          return step;
        },
        return: () => ({ done: true as const, value: returned++ }),
      }),
    };
    const batches = makeClient().embedMany(source as Iterable<string>, ONE_BY_ONE);
    const { read, error } = await readAll(batches);
    assertEquals(read.flat(), vectorsOf(TEXTS));
    assertStrictEquals(error, failure);
    assertEquals(returned, 0);
  });
}

Deno.test("embedMany() keeps the first error where closing the source fails too", async () => {
  using _server = stubServer(afterProbe(() => new Response(null, { status: 500 })));
  const { error } = await readAll(
    makeClient().embedMany(careless(new Error("second")), ONE_BY_ONE),
  );
  assert(error instanceof EmbeddingError);
});

Deno.test("embedMany() tells an error ahead only when its batch is due", async () => {
  using _server = stubServer(except("bb", () => Promise.reject(new TypeError("x"))));
  const batches = makeClient().embedMany(TEXTS, ONE_BY_ONE)[Symbol.asyncIterator]();
  assertEquals((await batches.next()).value, vectorsOf(["a"]));
  await nextTurn(); // the request ahead has failed
  await assertRejects(() => batches.next(), EmbeddingError);
});

Deno.test("embedMany() aborts the request ahead at once, not at the next read", async () => {
  using server = stubServer(except("bb", silence));
  const controller = new AbortController();
  const { signal } = controller;
  const batches = makeClient().embedMany(TEXTS, { batchSize: 1, signal })[Symbol.asyncIterator]();
  await batches.next();
  await nextTurn();
  controller.abort();
  assert(server.requests.at(-1)?.signal.aborted);
  assertStrictEquals(await assertRejects(() => batches.next(), Error), signal.reason);
});

Deno.test("embedMany() takes no text for a signal that is aborted already", async () => {
  const { state, source } = watched(TEXTS);
  const { error } = await readAll(makeClient().embedMany(source, { signal: AbortSignal.abort() }));
  assertEquals([error?.name, state.taken], ["AbortError", 0]);
});

Deno.test("embedMany() rejects at once when the signal is aborted while the source waits", async () => {
  const controller = new AbortController();
  const { source } = stuck();
  const rejected = readAll(makeClient().embedMany(source, { signal: controller.signal }));
  controller.abort();
  assertStrictEquals((await rejected).error, controller.signal.reason);
});

Deno.test("embedMany() yields no batch after an abort, though it is ready", async () => {
  using _server = stubServer(answerLikeOllama);
  const controller = new AbortController();
  const progress: number[] = [];
  const batches = makeClient().embedMany(TEXTS, {
    batchSize: 1,
    signal: controller.signal,
    onProgress: (done) => progress.push(done),
  })[Symbol.asyncIterator]();
  await batches.next();
  await nextTurn(); // the batch ahead is ready
  controller.abort();
  assertEquals((await assertRejects(() => batches.next(), Error)).name, "AbortError");
  assertEquals(progress, [1]);
});

Deno.test("embedMany() yields no batch after an abort in onProgress", async () => {
  using _server = stubServer(answerLikeOllama);
  const controller = new AbortController();
  const { signal } = controller;
  const onProgress = () => controller.abort();
  const batches = makeClient().embedMany(TEXTS, { signal, onProgress })[Symbol.asyncIterator]();
  assertEquals((await assertRejects(() => batches.next(), Error)).name, "AbortError");
});
