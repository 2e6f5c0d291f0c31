// Copyright 2026 the Rivulet authors. MIT license.

// Indexes and ranks beside the page, so that no list is too long to type against.

import type { Repository } from "../stars/repository.ts";
import type { SearchReply, SearchRequest } from "./search/messages.ts";
import { Ranker } from "./search/ranker.ts";

/** How many repositories are indexed before a waiting search gets its turn. */
const SLICE = 200;

let ranker = new Ranker();
let waiting: Repository[] = [];
/** Where the next slice begins: taking it off the front would copy the rest each time. */
let next = 0;
let isWhole = false;
let isIndexing = false;

function handle(request: SearchRequest): void {
  switch (request.kind) {
    case "reset":
      ranker = new Ranker();
      waiting = [];
      next = 0;
      isWhole = false;
      break;
    case "add":
      isWhole = false;
      for (const repository of request.repositories) waiting.push(repository);
      goOn();
      break;
    case "whole":
      isWhole = true;
      goOn();
      break;
    case "clearVectors":
      ranker.clearVectors();
      break;
    case "addVectors":
      ranker.addVectors(request.block);
      break;
    case "search":
      search(request);
  }
}

function goOn(): void {
  if (isIndexing) return;
  isIndexing = true;
  setTimeout(indexSlice);
}

function indexSlice(): void {
  const slice = waiting.slice(next, next + SLICE);
  ranker.add(slice);
  next += slice.length;
  isIndexing = next < waiting.length;
  if (isIndexing) setTimeout(indexSlice);
  else {
    waiting = [];
    next = 0;
  }
  reply({ kind: "indexed", count: ranker.count, isComplete: isWhole && !isIndexing });
}

/** A search that fails is told: nobody waits for it for ever. */
function search({ id, kind: _, ...wish }: Extract<SearchRequest, { kind: "search" }>): void {
  const start = performance.now();
  try {
    const ranked = ranker.rank(wish);
    reply({ kind: "found", id, ...ranked, milliseconds: performance.now() - start });
  } catch (error) {
    reply({ kind: "failed", id, message: String(error) });
  }
}

function reply(message: SearchReply): void {
  (globalThis as unknown as { postMessage(message: SearchReply): void }).postMessage(message);
}

globalThis.addEventListener("message", ({ data }: MessageEvent<SearchRequest>) => handle(data));
