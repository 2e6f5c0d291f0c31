// Copyright 2026 the Rivulet authors. MIT license.

import type { QuestionMeaning } from "../search/messages.ts";
import type { Embedder } from "./embedder.ts";

/**
 * The newest question as a vector. It is wanted again with each batch of the list that is read, and a
 * server that reads would have to work for it each time.
 */
export class LastQuestion {
  #last: { embedder: Embedder; words: string; meaning: Promise<QuestionMeaning> } | undefined;

  /** What is known of these words, or on its way, or else what `read` gives. */
  async meaningOf(
    words: string,
    { embedder, read }: { embedder: Embedder; read: () => Promise<QuestionMeaning> },
  ): Promise<QuestionMeaning> {
    if (this.#last?.embedder !== embedder || this.#last.words !== words) {
      this.#last = { embedder, words, meaning: read() };
    }
    const last = this.#last;
    const meaning = await last.meaning;
    // The next time it may be there.
    if (!(meaning instanceof Float32Array) && this.#last === last) this.#last = undefined;
    return meaning;
  }
}
