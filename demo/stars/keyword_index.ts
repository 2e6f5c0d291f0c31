// Copyright 2026 the Rivulet authors. MIT license.

import MiniSearch, { type SearchResult } from "minisearch";
import type { Repository } from "./repository.ts";
import { compareTied, wordsOf } from "./tied.ts";

// Words of a question that say nothing of what is looked for.
const STOP_WORDS = new Set(
  ("a an and any are as at be best by can do does for from get good has have how i in into is it its like looking me my " +
    "need of on one or our please show so some something that the their them there these this to tool tools use using " +
    "want way what when where which who why will with without would you your").split(" "),
);

/** Which repositories a search is for. */
export type Accept = (repository: Repository) => boolean;

/** Finds repositories by the words of a question. */
export class KeywordIndex {
  readonly #repositories: Repository[] = [];
  readonly #index = new MiniSearch({
    fields: ["name", "owner", "topics", "language", "description"],
    processTerm: (term) => {
      const word = term.toLowerCase();
      return STOP_WORDS.has(word) ? null : word;
    },
    searchOptions: { boost: { name: 4, topics: 2 }, prefix: isLongEnough, fuzzy: 0.15 },
  });

  constructor(repositories: readonly Repository[] = []) {
    this.add(repositories);
  }

  /** Adds repositories that are not in the index yet. */
  add(repositories: readonly Repository[]): void {
    const start = this.#repositories.length;
    this.#repositories.push(...repositories);
    this.#index.addAll(repositories.map((repository, place) => {
      const [owner = "", name = ""] = repository.fullName.split("/");
      const { description, language = "" } = repository;
      return {
        id: start + place,
        owner,
        name: `${name} ${splitWords(name)}`,
        topics: repository.topics.join(" "),
        language,
        description,
      };
    }));
  }

  /** The best of the accepted matches, at most `limit`, best first. */
  search(question: string, limit: number, accept: Accept = () => true): Repository[] {
    const tied = compareTied(wordsOf(question));
    const filter = ({ id }: SearchResult) => accept(this.#repositories[id]!);
    return this.#index.search(question, { filter })
      .map(({ id, score }) => ({ repository: this.#repositories[id]!, score }))
      .sort((left, right) => right.score - left.score || tied(left.repository, right.repository))
      .slice(0, limit)
      .map(({ repository }) => repository);
  }
}

function isLongEnough(term: string): boolean {
  return term.length >= 3;
}

/** `DefinitelyTyped` is found by `typed`. */
export function splitWords(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1 $2");
}
