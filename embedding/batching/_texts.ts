// Copyright 2026 the Rivulet authors. MIT license.

/** Refuses what is no text, and tells where it stands: JavaScript callers have no compiler. */
export function checkText(text: unknown, index: number): asserts text is string {
  if (typeof text !== "string") {
    throw new TypeError(`Pass strings as texts, got ${nameOf(text)} at index ${index}`);
  }
}

/** Copies the texts, so that changes made while a request waits do not reach it. */
export function copyTexts(texts: readonly string[]): string[] {
  if (!Array.isArray(texts)) throw new TypeError(`Pass an array of texts, got ${nameOf(texts)}`);
  return Array.from(texts, (text, index) => {
    checkText(text, index);
    return text;
  });
}

/**
 * Refuses what holds no texts, above all a single string, which would be taken letter by letter.
 */
export function checkIterable(texts: unknown): void {
  if (typeof texts === "object" && texts !== null) {
    if (Symbol.iterator in texts || Symbol.asyncIterator in texts) return;
  }
  throw new TypeError(`Pass an iterable of texts, got ${nameOf(texts)}`);
}

function nameOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}

/** Cuts the texts of an iterable into batches, on demand. */
export class TextBatches {
  readonly #source: Iterator<string> | AsyncIterator<string>;
  readonly #size: number;
  #count = 0;
  #waiting = false;
  #ended = false;

  constructor(texts: Iterable<string> | AsyncIterable<string>, size: number) {
    this.#source = Symbol.asyncIterator in texts
      ? texts[Symbol.asyncIterator]()
      : texts[Symbol.iterator]();
    this.#size = size;
  }

  /** The next batch: a shorter one at the end of the texts, an empty one after it. */
  async next(): Promise<string[]> {
    const batch: string[] = [];
    while (!this.#ended && batch.length < this.#size) {
      const { done, value } = await this.#step();
      if (done) break;
      checkText(value, this.#count++);
      batch.push(value);
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
