// Copyright 2026 the Rivulet authors. MIT license.

import type { Texts } from "../embedding_types.ts";
import { isStream, readText } from "./check_texts.ts";

/** Cuts the texts of an iterable into batches, on demand. */
export class TextBatches {
  readonly #source: Iterator<string> | AsyncIterator<string>;
  readonly #size: number;
  #count = 0;
  #waiting = false;
  #ended = false;

  constructor(texts: Texts, size: number) {
    this.#source = iteratorOf(texts);
    this.#size = size;
  }

  /** The next batch: a shorter one at the end of the texts, an empty one after it. */
  async next(): Promise<string[]> {
    const batch: string[] = [];
    while (!this.#ended && batch.length < this.#size) {
      const { done, value } = await this.#step();
      if (done) break;
      batch.push(readText(value, this.#count++));
    }
    return batch;
  }

  /** Tells a source that has not ended that no more texts are wanted. */
  async close(): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    const closing = (async () => await this.#source.return?.())();
    // A source in the middle of a step may never come back; it closes when it does.
    if (this.#waiting) closing.catch(() => {});
    else await closing;
  }

  async #step(): Promise<IteratorResult<string, unknown>> {
    this.#waiting = true;
    try {
      const result = await this.#source.next();
      if (result.done) this.#ended = true;
      return result;
    } catch (error) {
      this.#ended = true; // a source that throws has closed itself
      throw error;
    } finally {
      this.#waiting = false;
    }
  }
}

function iteratorOf(texts: Texts): Iterator<string> | AsyncIterator<string> {
  if (Symbol.asyncIterator in texts) return texts[Symbol.asyncIterator]();
  return isStream(texts) ? streamIterator(texts) : texts[Symbol.iterator]();
}

/**
 * What Safari before version 27 has no iterator of its own for. No generator, which would wait for
 * the read that is under way before it lets go of the stream.
 */
function streamIterator(stream: ReadableStream<string>): AsyncIterator<string, undefined> {
  const reader = stream.getReader();
  return {
    async next() {
      const { done, value } = await reader.read();
      if (!done) return { done, value };
      reader.releaseLock();
      return { done, value: undefined };
    },
    async return() {
      const cancelled = reader.cancel();
      reader.releaseLock();
      await cancelled;
      return { done: true, value: undefined };
    },
  };
}
