// Copyright 2026 the Rivulet authors. MIT license.

// Indexes and ranks beside the page, so that no list is too long to type against.

import type { Repository } from "../stars/repository.ts";
import type { SearchReply, SearchRequest } from "./search/messages.ts";
import { Ranker } from "./search/ranker.ts";

/** How many repositories are indexed before a waiting search gets its turn. */
const SLICE = 200;

let ranker = new Ranker();
let waiting: Repository[] = [];
let isIndexing = false;

function handle(request: SearchRequest): void {
  if (request.kind === "reset") {
    ranker = new Ranker();
    waiting = [];
  } else if (request.kind === "add") {
    waiting = [...waiting, ...request.repositories];
    if (!isIndexing) indexSlice();
  } else if (request.kind === "vectors") {
    ranker.setVectors(request.block);
  } else {
    search(request);
  }
}

function indexSlice(): void {
  ranker.add(waiting.splice(0, SLICE));
  isIndexing = waiting.length > 0;
  reply({ kind: "indexed", count: ranker.count, isComplete: !isIndexing });
  if (isIndexing) setTimeout(indexSlice);
}

function search({ id, question, ...options }: Extract<SearchRequest, { kind: "search" }>): void {
  const start = performance.now();
  const ranked = ranker.rank(question, options);
  reply({ kind: "found", id, ...ranked, milliseconds: performance.now() - start });
}

function reply(message: SearchReply): void {
  (globalThis as unknown as { postMessage(message: SearchReply): void }).postMessage(message);
}

globalThis.addEventListener("message", ({ data }: MessageEvent<SearchRequest>) => handle(data));
