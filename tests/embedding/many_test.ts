// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { EmbeddingError } from "@rivulet/llm/embedding";
import {
  afterProbe,
  answerLikeOldOllama,
  answerLikeOllama,
  isProbe,
  makeClient,
  vectorsOf,
} from "../support/embedding_server.ts";
import { type Handler, type SeenRequest, silence, stubServer } from "../support/stub_server.ts";

const TEXTS = ["a", "bb", "ccc", "dddd", "eeeee"];
const ONE_BY_ONE = { batchSize: 1 };

/** All that could run has run: the batch ahead is asked for, or ready. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

function inputs(requests: SeenRequest[]): unknown[] {
  return requests.filter((request) => !isProbe(request)).map(({ body }) => body.input);
}

/** Answers like Ollama, but the batch that begins with a text as `handler` does. */
function except(text: string, handler: Handler): Handler {
  return afterProbe((request) =>
    request.body.input?.[0] === text ? handler(request) : answerLikeOllama(request)
  );
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

Deno.test("embedMany() takes no text before the first read", async () => {
  const { state, source } = watched(TEXTS);
  makeClient().embedMany(source);
  await nextTurn();
  assertStrictEquals(state.taken, 0);
});

Deno.test("embedMany() embeds one batch ahead, and no more", async () => {
  using server = stubServer(answerLikeOllama);
  const { state, source } = watched(TEXTS);
  const batches = makeClient().embedMany(source, ONE_BY_ONE)[Symbol.asyncIterator]();
  for (const asked of [[["a"], ["bb"]], [["a"], ["bb"], ["ccc"]]]) {
    await batches.next();
    await nextTurn();
    assertEquals([inputs(server.requests), state.taken], [asked, asked.length]);
  }
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

const PROGRESS: [what: string, source: Iterable<string>, total: number | undefined][] = [
  ["with the total of an array", TEXTS, 5],
  ["without a total of what is no array", new Set(TEXTS), undefined],
];

for (const [what, source, total] of PROGRESS) {
  Deno.test(`embedMany() tells the progress, ${what}`, async () => {
    using _server = stubServer(answerLikeOllama);
    const progress: unknown[] = [];
    const onProgress = (...values: unknown[]) => void progress.push(values);
    await readAll(makeClient().embedMany(source, { batchSize: 2, onProgress }));
    assertEquals(progress, [[2, total], [4, total], [5, total]]);
  });
}

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

/** A source that gives some texts and then neither gives another one nor closes. */
function stuck(...texts: string[]) {
  const never = () => new Promise<never>(() => {});
  const state = { closed: false };
  const source: AsyncIterableIterator<string> = {
    next: async () => texts.length > 0 ? { value: texts.shift()! } : await never(),
    return: () => {
      state.closed = true;
      return never();
    },
    [Symbol.asyncIterator]: () => source,
  };
  return { state, source };
}

Deno.test("embedMany() does not wait for a source in the middle of a step when it is left", async () => {
  using _server = stubServer(answerLikeOllama);
  const { state, source } = stuck("a");
  for await (const _ of makeClient().embedMany(source, ONE_BY_ONE)) break;
  assert(state.closed);
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
