// Copyright 2026 the Rivulet authors. MIT license.

import { readdirSync, readlinkSync } from "node:fs";
import { liveHeapBytes } from "../support/live_heap.ts";

/** What a program holds at a moment. */
export interface Held {
  readonly heapBytes: number;
  readonly descriptors: number;
  readonly sockets: number;
}

/** What this program holds, without garbage; of descriptors nothing where the system does not tell. */
export function heldNow(): Held {
  const links = linksOfDescriptors();
  const sockets = links.filter((link) => link.startsWith("socket:")).length;
  return { heapBytes: liveHeapBytes(), descriptors: links.length, sockets };
}

function linksOfDescriptors(): string[] {
  try {
    return readdirSync("/proc/self/fd").map((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`);
      } catch {
        return ""; // The one that reads the folder.
      }
    });
  } catch {
    return [];
  }
}

const TICK_MS = 10;

/** Looks for the longest time in which no timer had its turn. */
export class GapWatch {
  longestMs = 0;
  #last = performance.now();
  #isPaused = false;
  readonly #timer = setInterval(() => this.#look(), TICK_MS);

  /** For what is no part of the load: a collection of all garbage. */
  pause(): void {
    this.#look();
    this.#isPaused = true;
  }

  goOn(): void {
    this.#last = performance.now();
    this.#isPaused = false;
  }

  #look(): void {
    if (this.#isPaused) return;
    const now = performance.now();
    this.longestMs = Math.max(this.longestMs, now - this.#last - TICK_MS);
    this.#last = now;
  }

  end(): void {
    clearInterval(this.#timer);
  }
}
