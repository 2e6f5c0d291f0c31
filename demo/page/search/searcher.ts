// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "../../stars/repository.ts";
import { Cell } from "../cell.ts";
import type {
  ComparedWith,
  Filters,
  QuestionMeaning,
  SearchReply,
  SearchRequest,
  VectorBlock,
} from "./messages.ts";

/** What a search found. */
export interface Matches {
  /** `""` where nothing was asked yet. */
  readonly question: string;
  readonly repositories: readonly Repository[];
  /** Whose meaning took part in the ranking. */
  readonly comparedWith: ComparedWith;
  /** How long the ranking took in the worker. */
  readonly milliseconds: number;
}

/** How much of the list is in the index. */
export interface Indexed {
  readonly count: number;
  readonly isComplete: boolean;
}

/**
 * As many as a question carries: the library's TOP_K_LIMIT. It is not loaded before something is
 * asked.
 */
export const MATCH_COUNT = 8;

type Found = Extract<SearchReply, { kind: "found" }>;

/** Searches in the worker. */
export class Searcher {
  /** How much of the list can be searched. */
  readonly indexed: Cell<Indexed> = new Cell<Indexed>({ count: 0, isComplete: false });
  readonly #worker: Worker;
  readonly #waiting = new Map<number, (found: Found) => void>();
  readonly #repositories = new Map<string, Repository>();
  readonly #lowerNames = new Set<string>();
  #lastId = 0;

  constructor(worker: Worker) {
    this.#worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<SearchReply>) => {
      if (data.kind === "indexed") {
        this.indexed.set({ count: data.count, isComplete: data.isComplete });
      } else {
        this.#waiting.get(data.id)?.(data);
        this.#waiting.delete(data.id);
      }
    });
  }

  /** Searches in another list from now on. */
  replace(repositories: readonly Repository[]): void {
    this.#repositories.clear();
    this.#lowerNames.clear();
    this.#send({ kind: "reset" });
    this.add(repositories);
  }

  add(repositories: readonly Repository[]): void {
    for (const repository of repositories) {
      this.#repositories.set(repository.fullName, repository);
      this.#lowerNames.add(repository.fullName.toLowerCase());
    }
    this.#send({ kind: "add", repositories });
  }

  setVectors(block: VectorBlock | undefined): void {
    this.#send({ kind: "vectors", block });
  }

  /** Whether the list holds `owner/name`, in any case. */
  has(fullName: string): boolean {
    return this.#lowerNames.has(fullName.toLowerCase());
  }

  async search(
    question: string,
    { filters, meaning }: { filters: Filters; meaning: QuestionMeaning },
  ): Promise<Matches> {
    const id = ++this.#lastId;
    const { names, comparedWith, milliseconds } = await new Promise<Found>((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ kind: "search", id, question, filters, meaning, limit: MATCH_COUNT });
    });
    // A list that was replaced meanwhile does not have all of them.
    const repositories = names.flatMap((name) => this.#repositories.get(name) ?? []);
    return { question, repositories, comparedWith, milliseconds };
  }

  #send(request: SearchRequest): void {
    this.#worker.postMessage(request);
  }
}
