// Copyright 2026 the Rivulet authors. MIT license.

import { readQuery, type TypedFilter } from "../../stars/query.ts";
import type { Repository } from "../../stars/repository.ts";
import type {
  ComparedWith,
  SearchReply,
  SearchRequest,
  SearchWish,
  VectorBlock,
} from "./messages.ts";
import { SlicedPost } from "./sliced_post.ts";

/** What a search found. */
export interface Matches {
  /** As it stood in the box; `""` where nothing was asked yet. */
  readonly question: string;
  readonly typed: readonly TypedFilter[];
  readonly repositories: readonly Repository[];
  /** The words of each that matched, in the order of the repositories. */
  readonly terms: readonly (readonly string[])[];
  /** How many there are, also those above the limit. */
  readonly total: number;
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

/** What is wrong with the search, to be told. */
export interface SearchTrouble {
  readonly kind: "restarted" | "broken";
  readonly words: string;
}

/** What a client tells on its own. */
export interface SearchEvents {
  onIndexed(indexed: Indexed): void;
  /** Undefined once a search works again. */
  onTrouble(trouble: SearchTrouble | undefined): void;
}

/** The search does not run. */
export class SearchBrokenError extends Error {
  override readonly name = "SearchBrokenError";
}

/** A worker that breaks so many times in a row will break again. */
const MAX_RESTARTS = 2;

const RESTARTED: SearchTrouble = {
  kind: "restarted",
  words: "The search broke off and was started again.",
};
const BROKEN: SearchTrouble = {
  kind: "broken",
  words: "The search does not run in this browser. Reload the page to try again.",
};

type Found = Extract<SearchReply, { kind: "found" }>;

interface Waiting {
  readonly wish: SearchWish;
  resolve(found: Found): void;
  reject(error: SearchBrokenError): void;
}

/** Searches in a worker, and starts another one where it breaks. */
export class SearchClient {
  readonly #startWorker: () => Worker;
  readonly #events: SearchEvents;
  readonly #waiting = new Map<number, Waiting>();
  readonly #repositories = new Map<string, Repository>();
  readonly #lowerNames = new Set<string>();
  #blocks: VectorBlock[] = [];
  #worker: Worker | undefined;
  #post: SlicedPost | undefined;
  #restarts = 0;
  #isBroken = false;
  #lastId = 0;

  constructor(startWorker: () => Worker, events: SearchEvents) {
    this.#startWorker = startWorker;
    this.#events = events;
    this.#start();
  }

  /** Searches in another list from now on. Vectors of the old one are forgotten. */
  replace(repositories: readonly Repository[]): void {
    this.#repositories.clear();
    this.#lowerNames.clear();
    this.#blocks = [];
    this.#post?.reset();
    this.add(repositories);
  }

  /** Adds repositories that the list does not hold yet. */
  add(repositories: readonly Repository[]): void {
    for (const repository of repositories) {
      this.#repositories.set(repository.fullName, repository);
      this.#lowerNames.add(repository.fullName.toLowerCase());
    }
    this.#post?.add(repositories);
  }

  clearVectors(): void {
    this.#blocks = [];
    this.#send({ kind: "clearVectors" });
  }

  /** Adds vectors; only these go over. */
  addVectors({ names, dimensions, buffer }: VectorBlock): void {
    const block = { names, dimensions, buffer };
    this.#blocks.push(block);
    this.#send({ kind: "addVectors", block });
  }

  /** Whether the list holds `owner/name`, in any case. */
  has(fullName: string): boolean {
    return this.#lowerNames.has(fullName.toLowerCase());
  }

  /** The repository of this very name. */
  get(fullName: string): Repository | undefined {
    return this.#repositories.get(fullName);
  }

  /** Rejects with a SearchBrokenError where the search does not run. */
  async search(wish: SearchWish): Promise<Matches> {
    const id = ++this.#lastId;
    const { names, terms, total, comparedWith, milliseconds } = await new Promise<Found>(
      (resolve, reject) => {
        if (this.#isBroken) return reject(new SearchBrokenError(BROKEN.words));
        this.#waiting.set(id, { wish, resolve, reject });
        this.#send({ kind: "search", id, ...wish });
      },
    );
    // A list that was replaced meanwhile does not have all of them.
    const found = names.map((name, index) => ({
      repository: this.#repositories.get(name),
      terms: terms[index] ?? [],
    })).filter((match): match is { repository: Repository; terms: readonly string[] } =>
      match.repository !== undefined
    );
    return {
      question: wish.question,
      typed: readQuery(wish.question).typed,
      repositories: found.map(({ repository }) => repository),
      terms: found.map((match) => match.terms),
      total,
      comparedWith,
      milliseconds,
    };
  }

  /** Tries again after the search broke for good. */
  restart(): void {
    this.#restarts = 0;
    this.#isBroken = false;
    this.#events.onTrouble(undefined);
    this.#start();
  }

  /** Ends the worker. */
  close(): void {
    this.#post?.cancel();
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#post = undefined;
  }

  /** Gives a new worker all that the last one knew, and what it had not answered. */
  #start(): void {
    this.close();
    let worker: Worker;
    try {
      worker = this.#startWorker();
    } catch {
      return this.#break();
    }
    this.#worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<SearchReply>) => {
      if (worker === this.#worker) this.#hear(data);
    });
    const onError = (event: Event): void => {
      event.preventDefault();
      if (worker === this.#worker) this.#recover();
    };
    worker.addEventListener("error", onError);
    worker.addEventListener("messageerror", onError);
    this.#post = new SlicedPost((request) => this.#send(request));
    this.#post.add([...this.#repositories.values()]);
    for (const block of this.#blocks) this.#send({ kind: "addVectors", block });
    for (const [id, { wish }] of this.#waiting) this.#send({ kind: "search", id, ...wish });
  }

  #hear(reply: SearchReply): void {
    if (reply.kind === "indexed") {
      const { count, isComplete } = reply;
      return this.#events.onIndexed({ count, isComplete });
    }
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.kind === "failed") return waiting?.reject(new SearchBrokenError(reply.message));
    this.#restarts = 0;
    waiting?.resolve(reply);
  }

  #recover(): void {
    if (++this.#restarts > MAX_RESTARTS) return this.#break();
    this.#events.onTrouble(RESTARTED);
    this.#start();
  }

  #break(): void {
    this.close();
    this.#isBroken = true;
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(new SearchBrokenError(BROKEN.words));
    this.#events.onTrouble(BROKEN);
  }

  #send(request: SearchRequest): void {
    this.#worker?.postMessage(request);
  }
}
