// Copyright 2026 the Rivulet authors. MIT license.

// Runs in Chromium: does with many stars what the page does, on the browser's own storage.

import { openDB } from "idb";
import { SearchClient } from "../../demo/page/search/search_client.ts";
import { PageStorage, type VectorBatch } from "../../demo/page/storage/page_storage.ts";
import { NO_FILTERS } from "../../demo/stars/filters.ts";
import type { Repository } from "../../demo/stars/repository.ts";
import { sortRepositories } from "../../demo/stars/sort.ts";

const WORDS = (
  "fast search code terminal editor photos library server client web data graph chart parser compiler " +
  "language model image video audio network proxy cache queue storage index query table file system tool " +
  "kernel driver game engine render shader math matrix vector robot home light sensor cloud cluster"
).split(" ");
const LANGUAGES = ["Rust", "Go", "C#", "C++", "TypeScript", "Python", "Zig"];
const DIMENSIONS = 384;
const BATCH = 32;
const PAGE = 100;

/** What the first edition did: it wrote and posted all vectors after so many batches. */
const BATCHES_PER_SAVE = 10;

/** Every third is a common word; of the others there are thousands. */
function word(seed: number): string {
  const common = WORDS[seed % WORDS.length]!;
  return seed % 3 === 0 ? common : `${common.slice(0, 2)}${(seed * 7919 % 9001).toString(36)}`;
}

function repository(index: number): Repository {
  const day = String(index % 28 + 1).padStart(2, "0");
  const month = String(Math.floor(index / 28) % 12 + 1).padStart(2, "0");
  const description = Array.from({ length: 9 }, (_, place) => word(index * 7 + place * place * 3));
  return {
    fullName: `owner${index % 5000}/${word(index)}-${word(index * 3 + 1)}-${index}`,
    description: description.join(" "),
    language: LANGUAGES[index % LANGUAGES.length]!,
    topics: [word(index + 5), word(index * 11)],
    stars: index * 37 % 90_000,
    archived: index % 20 === 0,
    pushedAt: `2026-${month}-${day}T00:00:00Z`,
    starredAt: `2025-${month}-${day}T00:00:00Z`,
  };
}

function batch(start: number, count: number): VectorBatch {
  return {
    names: Array.from({ length: count }, (_, index) => `a/${start + index}`),
    hashes: Array.from({ length: count }, (_, index) => start + index),
    dimensions: DIMENSIONS,
    buffer: new Int8Array(count * DIMENSIONS).fill(64).buffer,
  };
}

const storage = new PageStorage({
  onTrouble({ words }) {
    throw new Error(words);
  },
});

/** Milliseconds to keep and to hand on this many vectors, as they come. */
async function saveBatches(count: number): Promise<number> {
  const key = { login: "", model: "m" };
  const client = startSearch();
  const start = performance.now();
  for (let done = 0; done < count; done += BATCH) {
    const read = batch(done, Math.min(BATCH, count - done));
    await storage.addMeanings(key, read);
    client.addVectors(read);
  }
  const took = performance.now() - start;
  client.close();
  for (const { kind, remove } of await storage.listKept()) if (kind === "meanings") await remove();
  return took;
}

/** The same with all vectors in one record, which is written anew each time. */
async function saveBlocks(count: number): Promise<number> {
  const database = await openDB("one-block", 1, {
    upgrade: (database) => void database.createObjectStore("vectors", { keyPath: "key" }),
  });
  const client = startSearch();
  const start = performance.now();
  const step = BATCH * BATCHES_PER_SAVE;
  for (let done = step; done - step < count; done += step) {
    const block = batch(0, Math.min(done, count));
    await database.put("vectors", { key: "m", ...block });
    client.clearVectors();
    client.addVectors(block);
  }
  const took = performance.now() - start;
  client.close();
  database.close();
  return took;
}

function startSearch(onIndexed: (count: number, isComplete: boolean) => void = () => {}) {
  const client = new SearchClient(() => new Worker("search_worker.js", { type: "module" }), {
    onIndexed: ({ count, isComplete }) => onIndexed(count, isComplete),
    onTrouble(trouble) {
      throw new Error(trouble.words);
    },
  });
  client.start();
  return client;
}

let longestTask = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
}).observe({ type: "longtask" });

/** Long tasks are told a little later. */
async function takeLongestTask(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 300));
  const taken = longestTask;
  longestTask = 0;
  return taken;
}

/** Keeps many stars, page by page; returns the milliseconds. */
async function saveStars(count: number): Promise<number> {
  const start = performance.now();
  const repositories: Repository[] = [];
  for (let done = 0; done < count; done += PAGE) {
    const fresh = Array.from({ length: PAGE }, (_, index) => repository(done + index));
    repositories.push(...fresh);
    const stars = { user: "ana", repositories, total: count, savedAt: "2026-01-01" };
    await storage.saveStep({ stars, fresh, place: "end" }, "current");
  }
  return performance.now() - start;
}

/** Loads them, and types a question letter by letter. */
async function useStars(question: string) {
  await takeLongestTask();
  const start = performance.now();
  const stars = (await storage.loadStars("ana"))!;
  const loading = performance.now() - start;
  const { promise, resolve } = Promise.withResolvers<void>();
  const client = startSearch((count, isComplete) => {
    if (isComplete && count === stars.repositories.length) resolve();
  });
  client.replace(stars.repositories);
  await promise;
  const indexing = performance.now() - start - loading;
  const longestOfLoading = await takeLongestTask();
  const searches: number[] = [];
  for (let length = 1; length <= question.length; length++) {
    const before = performance.now();
    await client.search({
      question: question.slice(0, length),
      filters: NO_FILTERS,
      sort: length % 2 === 0 ? "best" : "pushed",
      meaning: undefined,
      limit: 50,
    });
    searches.push(performance.now() - before);
  }
  client.close();
  return {
    count: stars.repositories.length,
    loading,
    indexing,
    longestOfLoading,
    longestOfSearching: await takeLongestTask(),
    search: Math.max(...searches),
  };
}

/** Milliseconds to sort this many by a date. */
function sortStars(count: number, way: "code points" | "localeCompare"): number {
  // As they come from storage.
  const repositories = structuredClone(
    Array.from({ length: count }, (_, index) => repository(index * 7919)),
  );
  const start = performance.now();
  if (way === "code points") sortRepositories(repositories, "starred");
  else {
    repositories.sort((one, other) => (other.starredAt ?? "").localeCompare(one.starredAt ?? ""));
  }
  return performance.now() - start;
}

Object.assign(globalThis, { scale: { saveBatches, saveBlocks, saveStars, useStars, sortStars } });
