// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import type { Embedder } from "../../demo/page/meanings/embedder.ts";
import { MeaningStore } from "../../demo/page/meanings/meaning_store.ts";
import { readMeanings } from "../../demo/page/meanings/read_meanings.ts";
import { PageStorage, type VectorBatch } from "../../demo/page/storage/page_storage.ts";
import type { Repository } from "../../demo/stars/repository.ts";
import { withDatabase } from "../support/kept_in_memory.ts";

function repository(fullName: string, description = ""): Repository {
  return { fullName, description, topics: [], stars: 1, archived: false };
}

const list = Array.from({ length: 100 }, (_, index) => repository(`a/r${index}`));

Deno.test("MeaningStore knows what is missing, and what has changed", () => {
  const store = new MeaningStore("all-minilm");
  const [first] = store.missing(list);
  const batch = store.add([first!], [Float32Array.of(1, 2)]);
  assertEquals([batch.names, batch.dimensions, [...new Int8Array(batch.buffer)]], [
    ["a/r0"],
    2,
    [64, 127],
  ]);
  assertEquals([store.size, store.missing(list).length], [1, 99]);
  const restored = new MeaningStore("all-minilm", [batch]);
  assertEquals(restored.missing(list).map(({ name }) => name)[0], "a/r1");
  assertStrictEquals(restored.missing([repository("a/r0", "Another text")]).length, 1);
});

Deno.test("MeaningStore reads the questions that no list answers once, and counts only repositories", () => {
  const store = new MeaningStore("nomic-embed-text");
  const missing = store.missingUnrelated();
  assertEquals(missing.map(({ text }) => text.startsWith("search_query: ")), Array(20).fill(true));
  const batch = store.add(missing, missing.map(() => Float32Array.of(1, 0)));
  assertEquals([store.size, store.missingUnrelated()], [0, []]);
  assertEquals(new MeaningStore("nomic-embed-text", [batch]).missingUnrelated(), []);
  assertStrictEquals(new MeaningStore("all-minilm", [batch]).missingUnrelated().length, 20);
});

Deno.test("MeaningStore takes the newer of two vectors of one repository", () => {
  const batch = (hash: number): VectorBatch => ({
    names: ["a/r0"],
    hashes: [hash],
    dimensions: 1,
    buffer: new ArrayBuffer(1),
  });
  const { hash } = new MeaningStore("m").missing(list)[0]!;
  assertStrictEquals(new MeaningStore("m", [batch(1), batch(hash)]).missing(list).length, 99);
  assertStrictEquals(new MeaningStore("m", [batch(hash), batch(1)]).missing(list).length, 100);
});

const odd: [what: string, vectors: Float32Array[]][] = [
  ["too few vectors", []],
  ["vectors of two lengths", [Float32Array.of(1, 2), Float32Array.of(1)]],
  ["vectors without numbers", [Float32Array.of(), Float32Array.of()]],
  ["a number that is none", [Float32Array.of(1), Float32Array.of(NaN)]],
];
for (const [what, vectors] of odd) {
  Deno.test(`MeaningStore refuses ${what}`, () => {
    const store = new MeaningStore("m");
    const texts = store.missing(list.slice(0, 2));
    assertThrows(() => store.add(texts, vectors), TypeError);
    assertStrictEquals(store.size, 0);
  });
}

const embedder: Embedder = {
  embedBatch: () => Promise.reject(new Error("Not used here")),
  async *embedMany(texts, { batchSize, signal }) {
    for (let start = 0; start < texts.length; start += batchSize) {
      signal.throwIfAborted();
      yield await Promise.resolve(
        texts.slice(start, start + batchSize).map(() => Float32Array.of(1, 0)),
      );
    }
  },
};

Deno.test(
  "readMeanings() hands on each batch once, and what was read before a stop stays",
  withDatabase(async () => {
    const storage = new PageStorage({ onTrouble: () => {} });
    const key = { login: "ana", model: "m" };
    const store = new MeaningStore("m");
    const controller = new AbortController();
    const read = (missing = store.missing(list)) =>
      readMeanings({
        embedder,
        store,
        missing,
        signal: controller.signal,
        pace: { leftMs: () => 0 },
        asksIfSlow: true,
        onProgress: (done) => done === 64 && controller.abort(),
        onBatch: (batch) => storage.addMeanings(key, batch),
      });
    await assertRejects(() => read(), DOMException);
    await storage.close();
    const kept = await new PageStorage({ onTrouble: () => {} }).loadMeanings(key);
    assertEquals(kept.map(({ names }) => names.length), [32, 32]);
    assertStrictEquals(new MeaningStore("m", kept).missing(list).length, 36);
  }),
);

Deno.test("readMeanings() asks before a long reading", async () => {
  const store = new MeaningStore("m");
  const leftMs = await readMeanings({
    embedder,
    store,
    missing: store.missing(list),
    signal: new AbortController().signal,
    pace: { leftMs: () => 600_000 },
    asksIfSlow: true,
    onProgress: () => {},
    onBatch: () => {},
  });
  assertEquals([leftMs, store.size], [600_000, 32]);
});
