// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "../../stars/repository.ts";
import type { Matches } from "./matches.ts";
import type { SearchReply, SearchRequest, SearchWish, VectorBlock } from "./messages.ts";
import { BROKEN, RESTARTED, SearchBrokenError, type SearchTrouble } from "./search_trouble.ts";
import { SlicedPost } from "./sliced_post.ts";
import { SteadyWorker } from "./steady_worker.ts";

/** How much of the list is in the index. */
export interface Indexed {
  readonly count: number;
  readonly isComplete: boolean;
}

/** What a client tells on its own. */
export interface SearchEvents {
  onIndexed(indexed: Indexed): void;
  onTrouble(trouble: SearchTrouble): void;
}

type Found = Extract<SearchReply, { kind: "found" }>;

interface Waiting {
  readonly wish: SearchWish;
  resolve(found: Found): void;
  reject(error: SearchBrokenError): void;
}

/** Searches a list in a worker; one that breaks is followed by one that is told all again. */
export class SearchClient {
  readonly #events: SearchEvents;
  readonly #worker: SteadyWorker<SearchRequest, SearchReply>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #repositories = new Map<string, Repository>();
  readonly #lowerNames = new Set<string>();
  readonly #post = new SlicedPost((request) => this.#worker.post(request));
  #blocks: VectorBlock[] = [];
  #lastId = 0;

  constructor(startWorker: () => Worker, events: SearchEvents) {
    this.#events = events;
    this.#worker = new SteadyWorker(startWorker, {
      onStart: () => this.#tellAll(),
      onReply: (reply) => this.#hear(reply),
      onRestart: () => events.onTrouble(RESTARTED),
      onBreak: () => this.#giveUp(),
    });
  }

  /** From now on it searches; what it was given before is not lost. */
  start(): void {
    if (!this.#worker.isRunning) this.#worker.start();
  }

  /** Searches in another list from now on. Vectors of the old one are forgotten. */
  replace(repositories: readonly Repository[]): void {
    this.#repositories.clear();
    this.#lowerNames.clear();
    this.#blocks = [];
    this.#post.reset();
    this.add(repositories);
  }

  /** Adds repositories that the list does not hold yet. */
  add(repositories: readonly Repository[]): void {
    for (const repository of repositories) {
      this.#repositories.set(repository.fullName, repository);
      this.#lowerNames.add(repository.fullName.toLowerCase());
    }
    this.#post.add(repositories);
  }

  clearVectors(): void {
    this.#blocks = [];
    this.#worker.post({ kind: "clearVectors" });
  }

  /** Adds vectors; only these go over. */
  addVectors({ names, dimensions, buffer }: VectorBlock): void {
    const block = { names, dimensions, buffer };
    this.#blocks.push(block);
    this.#worker.post({ kind: "addVectors", block });
  }

  /** Whether the list holds `owner/name`, in any case. */
  has(fullName: string): boolean {
    return this.#lowerNames.has(fullName.toLowerCase());
  }

  /** Rejects with a SearchBrokenError where the search does not run. */
  async search(wish: SearchWish): Promise<Matches> {
    const id = ++this.#lastId;
    const { kind: _kind, id: _id, milliseconds: _ms, names, terms, ...others } = await new Promise<
      Found
    >(
      (resolve, reject) => {
        if (!this.#worker.isRunning) return reject(new SearchBrokenError());
        this.#waiting.set(id, { wish, resolve, reject });
        this.#worker.post({ kind: "search", id, ...wish });
      },
    );
    // A list that was replaced meanwhile does not have all of them.
    const found = names.flatMap((name, index) => {
      const repository = this.#repositories.get(name);
      return repository === undefined ? [] : [{ repository, terms: terms[index] ?? [] }];
    });
    return {
      ...others,
      question: wish.question,
      repositories: found.map(({ repository }) => repository),
      terms: found.map((match) => match.terms),
    };
  }

  /** Ends the worker. */
  close(): void {
    this.#post.cancel();
    this.#worker.close();
  }

  /** Gives a new worker all that the last one knew, and what it had not answered. */
  #tellAll(): void {
    this.#post.cancel();
    this.#post.add([...this.#repositories.values()]);
    for (const block of this.#blocks) this.#worker.post({ kind: "addVectors", block });
    for (const [id, { wish }] of this.#waiting) this.#worker.post({ kind: "search", id, ...wish });
  }

  #hear(reply: SearchReply): void {
    if (reply.kind === "indexed") {
      const { count, isComplete } = reply;
      return this.#events.onIndexed({ count, isComplete });
    }
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.kind === "failed") return waiting?.reject(new SearchBrokenError(reply.message));
    this.#worker.noteSuccess();
    waiting?.resolve(reply);
  }

  #giveUp(): void {
    this.#post.cancel();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new SearchBrokenError());
    this.#events.onTrouble(BROKEN);
  }
}
