// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { EmbeddingError } from "@rivulet/llm/embedding";
import type { EmbedManyOptions } from "@rivulet/llm/embedding";
import {
  afterProbe,
  answerLikeOldOllama,
  answerLikeOllama,
  isProbe,
  makeClient,
  stubServer,
  vectorsOf,
} from "../support/embedding_server.ts";
import type { SeenRequest } from "../support/embedding_server.ts";

const TEXTS = ["a", "bb", "ccc", "dddd", "eeeee"];

function inputs(requests: SeenRequest[]): unknown[] {
  return requests.filter((request) => !isProbe(request)).map(({ body }) => body.input);
}

/** A source that tells what becomes of it. */
function watched(texts: unknown[], failure?: Error) {
  const state = { taken: 0, closed: false };
  async function* source(): AsyncGenerator<string> {
    try {
      for (const text of texts) {
        state.taken++;
        yield text as string;
      }
      if (failure) throw failure;
    } finally {
      state.closed = true;
    }
  }
  return { state, source: source() };
}

/** A source that fails when it is closed. */
function* careless(failure: Error): Generator<string> {
  try {
    yield* TEXTS;
  } finally {
    // deno-lint-ignore no-unsafe-finally -- the very carelessness
    throw failure;
  }
}

/** Reads until something is thrown, and gives the batches with the error. */
async function readAll(batches: AsyncIterable<Float32Array[]>) {
  const read: Float32Array[][] = [];
  try {
    for await (const batch of batches) read.push(batch);
    return { read };
  } catch (error) {
    return { read, error: error as Error };
  }
}

const SOURCES: [name: string, source: () => Iterable<string> | AsyncIterable<string>][] = [
  ["an array", () => TEXTS],
  ["a set", () => new Set(TEXTS)],
  ["a generator", () => TEXTS.values().map((text) => text)],
  ["an async generator", () => watched(TEXTS).source],
  ["a stream", () => ReadableStream.from(TEXTS)],
  [
    "a stream that is an iterable too",
    () => Object.assign(ReadableStream.from(TEXTS), { [Symbol.iterator]: () => ["no"].values() }),
  ],
];

for (const [name, source] of SOURCES) {
  Deno.test(`embedMany() yields the batches of ${name} in order`, async () => {
    using server = stubServer(answerLikeOllama);
    const batches = await Array.fromAsync(makeClient().embedMany(source(), { batchSize: 2 }));
    assertEquals(batches, [["a", "bb"], ["ccc", "dddd"], ["eeeee"]].map(vectorsOf));
    assertEquals(inputs(server.requests), [["a", "bb"], ["ccc", "dddd"], ["eeeee"]]);
  });
}

Deno.test("embedMany() works on /api/embeddings", async () => {
  using _server = stubServer(answerLikeOldOllama);
  const batches = await Array.fromAsync(makeClient().embedMany(TEXTS, { batchSize: 3 }));
  assertEquals(batches.flat(), vectorsOf(TEXTS));
});

Deno.test("embedMany() makes batches of 32 unless told otherwise", async () => {
  using _server = stubServer(answerLikeOllama);
  const texts = Array.from({ length: 70 }, (_, index) => `${index}`);
  for (const options of [undefined, {}, { batchSize: undefined }]) {
    const batches = await Array.fromAsync(makeClient().embedMany(texts, options));
    assertEquals(batches.map(({ length }) => length), [32, 32, 6]);
  }
});

Deno.test("embedMany() yields nothing and sends nothing for no texts", async () => {
  using server = stubServer(answerLikeOllama);
  assertEquals(await Array.fromAsync(makeClient().embedMany([])), []);
  assertEquals(server.requests, []);
});

Deno.test("embedMany() sends nothing before the first read", async () => {
  using server = stubServer(answerLikeOllama);
  const { state, source } = watched(TEXTS);
  makeClient().embedMany(source);
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals([server.requests, state.taken], [[], 0]);
});

Deno.test("embedMany() embeds one batch ahead, and no more", async () => {
  using server = stubServer(answerLikeOllama);
  const { state, source } = watched(TEXTS);
  const batches = makeClient().embedMany(source, { batchSize: 1 })[Symbol.asyncIterator]();
  await batches.next();
  await new Promise((resolve) => setTimeout(resolve)); // all that could run has run
  assertEquals([inputs(server.requests), state.taken], [[["a"], ["bb"]], 2]);
  await batches.next();
  await new Promise((resolve) => setTimeout(resolve));
  assertEquals([inputs(server.requests), state.taken], [[["a"], ["bb"], ["ccc"]], 3]);
  await batches.return?.();
});

for (const batchSize of [0, -1, 1.5, NaN, Infinity, "2" as unknown as number]) {
  Deno.test(`embedMany() refuses a batchSize of ${batchSize} (${typeof batchSize})`, () => {
    const client = makeClient();
    assertThrows(() => client.embedMany(TEXTS, { batchSize }), RangeError, `got ${batchSize}`);
  });
}

for (const texts of ["one string", undefined, null, 7, {}]) {
  Deno.test(`embedMany() refuses ${JSON.stringify(texts)} as texts`, () => {
    assertThrows(() => makeClient().embedMany(texts as string[]), TypeError, "iterable of texts");
  });
}

Deno.test("embedMany() refuses what is no string where it comes, by its index", async () => {
  using server = stubServer(answerLikeOllama);
  const { state, source } = watched(["a", "b", "c", 7, "e"]);
  const { read, error } = await readAll(makeClient().embedMany(source, { batchSize: 2 }));
  assertEquals(read, [vectorsOf(["a", "b"])]);
  assert(error instanceof TypeError);
  assertEquals(error.message, "Pass strings as texts, got number at index 3");
  assertEquals([inputs(server.requests), state.closed], [[["a", "b"]], true]);
});

Deno.test("embedMany() tells the progress, with the total of an array", async () => {
  using _server = stubServer(answerLikeOllama);
  const progress: unknown[] = [];
  const onProgress = (...args: unknown[]) => void progress.push(args);
  await readAll(makeClient().embedMany(TEXTS, { batchSize: 2, onProgress }));
  assertEquals(progress, [[2, 5], [4, 5], [5, 5]]);
});

Deno.test("embedMany() tells the progress without a total of what is no array", async () => {
  using _server = stubServer(answerLikeOllama);
  const progress: unknown[] = [];
  const onProgress: EmbedManyOptions["onProgress"] = (done, total) => progress.push([done, total]);
  await readAll(makeClient().embedMany(new Set(TEXTS), { batchSize: 3, onProgress }));
  assertEquals(progress, [[3, undefined], [5, undefined]]);
});

Deno.test("embedMany() ends with the error that onProgress throws, and closes the source", async () => {
  using server = stubServer(answerLikeOllama);
  const { state, source } = watched(TEXTS);
  const failure = new Error("mine");
  const onProgress = () => {
    throw failure;
  };
  const { read, error } = await readAll(
    makeClient().embedMany(source, { batchSize: 1, onProgress }),
  );
  assertEquals(read, []);
  assertStrictEquals(error, failure);
  await new Promise((resolve) => setTimeout(resolve)); // the batch ahead would be sent by now
  assertEquals([inputs(server.requests), state.closed], [[["a"]], true]);
});

Deno.test("embedMany() ends with the error of the source after the batches before it", async () => {
  using _server = stubServer(answerLikeOllama);
  const failure = new Error("mine");
  const { source } = watched(["a", "b", "c"], failure);
  const { read, error } = await readAll(makeClient().embedMany(source, { batchSize: 2 }));
  assertEquals(read, [vectorsOf(["a", "b"])]);
  assertStrictEquals(error, failure);
});

Deno.test("embedMany() ends with the error of a request after the batches before it", async () => {
  using server = stubServer((request) =>
    request.body.input?.includes("ccc")
      ? Response.json({ error: "out of memory" }, { status: 500 })
      : answerLikeOllama(request)
  );
  const { state, source } = watched(TEXTS);
  const { read, error } = await readAll(makeClient().embedMany(source, { batchSize: 1 }));
  assertEquals(read, [["a"], ["bb"]].map(vectorsOf));
  assert(error instanceof EmbeddingError);
  assertEquals(error.message, "Local server /api/embed failed: out of memory");
  assertEquals([inputs(server.requests), state.closed], [[["a"], ["bb"], ["ccc"]], true]);
});

Deno.test("embedMany() aborts the request ahead and closes the source when it is left", async () => {
  using server = stubServer(
    afterProbe((request) =>
      request.body.input?.[0] === "bb" ? new Promise(() => {}) : answerLikeOllama(request)
    ),
  );
  const { state, source } = watched(TEXTS);
  for await (const batch of makeClient().embedMany(source, { batchSize: 1 })) {
    assertEquals(batch, vectorsOf(["a"]));
    await new Promise((resolve) => setTimeout(resolve)); // the request ahead is under way
    assertEquals(server.requests.at(-1)?.signal.aborted, false);
    break;
  }
  assertEquals([server.requests.at(-1)?.body.input, server.requests.at(-1)?.signal.aborted], [
    ["bb"],
    true,
  ]);
  assert(state.closed);
});

Deno.test("embedMany() ends at once when return() is called during a read", async () => {
  const asked = Promise.withResolvers<void>();
  using server = stubServer(afterProbe(() => {
    asked.resolve();
    return new Promise(() => {});
  }));
  const { state, source } = watched(TEXTS);
  const iterator = makeClient().embedMany(source)[Symbol.asyncIterator]();
  const pending = iterator.next();
  await asked.promise;
  assertEquals(await iterator.return?.(), { done: true, value: undefined });
  assertEquals(await pending, { done: true, value: undefined });
  assert(server.requests.at(-1)?.signal.aborted);
  assert(state.closed);
});

Deno.test("embedMany() does not wait for a source in the middle of a step when it is left", async () => {
  using _server = stubServer(answerLikeOllama);
  let returned = false;
  const source: AsyncIterableIterator<string> = {
    next: async () => sent++ === 0 ? { value: "a" } : await new Promise(() => {}),
    return: async () => {
      returned = true;
      return await new Promise(() => {});
    },
    [Symbol.asyncIterator]: () => source,
  };
  let sent = 0;
  for await (const _batch of makeClient().embedMany(source, { batchSize: 1 })) break;
  assert(returned);
});

Deno.test("embedMany() gives the error of closing the source to the one who leaves", async () => {
  using _server = stubServer(answerLikeOllama);
  const failure = new Error("mine");
  const leave = async () => {
    for await (const _batch of makeClient().embedMany(careless(failure), { batchSize: 1 })) break;
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
    const batches = makeClient().embedMany(source as Iterable<string>, { batchSize: 1 });
    const { read, error } = await readAll(batches);
    assertEquals(read.flat(), vectorsOf(TEXTS));
    assertStrictEquals(error, failure);
    assertEquals(returned, 0);
  });
}

Deno.test("embedMany() keeps the first error where closing the source fails too", async () => {
  using _server = stubServer(afterProbe(() => new Response(null, { status: 500 })));
  const { error } = await readAll(
    makeClient().embedMany(careless(new Error("second")), { batchSize: 1 }),
  );
  assert(error instanceof EmbeddingError);
});

Deno.test("embedMany() tells an error ahead only when its batch is due", async () => {
  using _server = stubServer((request) =>
    request.body.input?.[0] === "bb"
      ? Promise.reject(new TypeError("x"))
      : answerLikeOllama(request)
  );
  const read: Float32Array[][] = [];
  await assertRejects(async () => {
    for await (const batch of makeClient().embedMany(TEXTS, { batchSize: 1 })) {
      read.push(batch);
      await new Promise((resolve) => setTimeout(resolve)); // the request ahead has failed
    }
  }, EmbeddingError);
  assertEquals(read, [vectorsOf(["a"])]);
});

Deno.test("embedMany() aborts the request ahead at once, not at the next read", async () => {
  using server = stubServer(
    afterProbe((request) =>
      request.body.input?.[0] === "bb" ? new Promise(() => {}) : answerLikeOllama(request)
    ),
  );
  const controller = new AbortController();
  const { signal } = controller;
  const batches = makeClient().embedMany(TEXTS, { batchSize: 1, signal })[Symbol.asyncIterator]();
  await batches.next();
  await new Promise((resolve) => setTimeout(resolve)); // the request ahead is under way
  controller.abort();
  assert(server.requests.at(-1)?.signal.aborted);
  await assertRejects(() => batches.next(), Error);
});

Deno.test("embedMany() rejects with an AbortError and sends nothing for an aborted signal", async () => {
  using server = stubServer(answerLikeOllama);
  const { state, source } = watched(TEXTS);
  const { error } = await readAll(
    makeClient().embedMany(source, { signal: AbortSignal.abort("early") }),
  );
  assertEquals([error?.name, error?.cause], ["AbortError", "early"]);
  assertEquals([server.requests, state.taken], [[], 0]);
});

Deno.test("embedMany() rejects at once when the signal is aborted during a request", async () => {
  const controller = new AbortController();
  using server = stubServer(afterProbe(() => {
    queueMicrotask(() => controller.abort("enough"));
    return new Promise(() => {});
  }));
  const { state, source } = watched(TEXTS);
  const { error } = await readAll(
    makeClient().embedMany(source, { batchSize: 2, signal: controller.signal }),
  );
  assertEquals([error?.name, error?.cause], ["AbortError", "enough"]);
  assert(server.requests.at(-1)?.signal.aborted);
  assert(state.closed);
});

Deno.test("embedMany() rejects at once when the signal is aborted while the source waits", async () => {
  using _server = stubServer(answerLikeOllama);
  const controller = new AbortController();
  async function* source(): AsyncGenerator<string> {
    controller.abort();
    await new Promise(() => {});
    yield "never";
  }
  const { error } = await readAll(
    makeClient().embedMany(source(), { signal: controller.signal }),
  );
  assertEquals(error?.name, "AbortError");
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
  await new Promise((resolve) => setTimeout(resolve)); // the batch ahead is ready
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
