// Copyright 2026 the Rivulet authors. MIT license.

import type { StreamParser, StreamPart } from "./_stream_parser.ts";
import type { TextReader } from "./_text_reader.ts";
import { streamError } from "./errors.ts";

/**
 * Iterates over an answer, the parts of one chunk together: a promise for each token would cost
 * more than the token.
 *
 * An iterator by hand, because servers send each token in a chunk of its own, and to a generator a
 * chunk costs two promises more.
 */
export class ChunkParts implements AsyncIterableIterator<StreamPart[], undefined> {
  readonly #open: () => Promise<TextReader>;
  readonly #parser: StreamParser;
  #reader: TextReader | undefined;

  /** `open` is called at the first read. */
  constructor(open: () => Promise<TextReader>, parser: StreamParser) {
    this.#open = open;
    this.#parser = parser;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<StreamPart[], undefined>> {
    this.#reader ??= await this.#open();
    try {
      while (!this.#parser.ended) {
        const { done, value } = await this.#reader.read();
        const parts = done
          ? this.#parser.end(this.#reader.end())
          : this.#parser.push(this.#reader.take(value));
        if (parts.length > 0) return { done: false, value: parts };
      }
    } catch (cause) {
      this.#reader.close();
      throw streamError(cause instanceof Error ? cause.message : String(cause), { cause });
    }
    return this.return();
  }

  // A loop calls this when it is left early, and only then.
  return(): Promise<IteratorReturnResult<undefined>> {
    this.#reader?.close();
    return Promise.resolve({ done: true, value: undefined });
  }
}
