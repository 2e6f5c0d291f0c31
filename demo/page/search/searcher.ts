// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "../../stars/repository.ts";
import type { Filters } from "../../stars/filters.ts";
import { Cell } from "../cell.ts";
import type { QuestionMeaning, VectorBlock } from "./messages.ts";
import { type Indexed, type Matches, SearchClient } from "./search_client.ts";

export type { Indexed, Matches } from "./search_client.ts";

/**
 * As many as a question carries: the library's TOP_K_LIMIT. It is not loaded before something is
 * asked.
 */
export const MATCH_COUNT = 8;

/** Searches in the worker. */
export class Searcher {
  /** How much of the list can be searched. */
  readonly indexed: Cell<Indexed> = new Cell<Indexed>({ count: 0, isComplete: false });
  readonly #client: SearchClient;

  constructor(worker: Worker) {
    this.#client = new SearchClient(() => worker, {
      onIndexed: (indexed) => this.indexed.set(indexed),
      onTrouble: () => {},
    });
  }

  replace(repositories: readonly Repository[]): void {
    this.#client.replace(repositories);
  }

  add(repositories: readonly Repository[]): void {
    this.#client.add(repositories);
  }

  setVectors(block: VectorBlock | undefined): void {
    this.#client.clearVectors();
    if (block !== undefined) this.#client.addVectors(block);
  }

  has(fullName: string): boolean {
    return this.#client.has(fullName);
  }

  async search(
    question: string,
    { filters, meaning }: { filters: Filters; meaning: QuestionMeaning },
  ): Promise<Matches> {
    return await this.#client.search({
      question,
      filters,
      meaning,
      sort: "best",
      limit: MATCH_COUNT,
    });
  }
}
