// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { EmbeddingError } from "@rivulet/llm/embedding";
import {
  answerLikeOldOllama,
  answerLikeOllama,
  makeClient,
  makeOpenAIClient,
  vectorsOf,
} from "../support/embedding_server.ts";
import { stubServer } from "../support/stub_server.ts";
import { inputs, nextTurn, readAll, TEXTS, watched } from "../support/text_sources.ts";

const ONE_BY_ONE = { batchSize: 1 };

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

for (const make of [makeClient, makeOpenAIClient]) {
  Deno.test(`embedMany() of ${make.name} tells a batch whose vectors have another length`, async () => {
    let count = 0;
    using _server = stubServer(({ body: { input = [] } }) => {
      // Another model has come under the same name, say.
      const vector = input[0] === "ping" || count++ < 2 ? [1, 2] : [1, 2, 3];
      const data = input.map((_, index) => ({ index, embedding: vector }));
      return Response.json({ embeddings: input.map(() => vector), data });
    });
    const batches = make().embedMany(TEXTS, { batchSize: 2 });
    const { read, error } = await readAll(batches);
    assertEquals(read.map((batch) => batch.length), [2, 2]);
    assert(error instanceof EmbeddingError);
    const reason = "the batches hold vectors of 2 and 3 numbers";
    assertEquals([error.message, error.code, error.reason], [
      ...[`Embedding failed: ${reason}`, "format", reason],
    ]);
  });
}
