// Copyright 2026 the Rivulet authors. MIT license.

import MiniSearch, { type SearchResult } from "minisearch";
import type { Repository } from "./repository.ts";

// Words of a question that say nothing of what is looked for.
const STOP_WORDS = new Set(
  ("a an and any are as at be best by can do does for from get good has have how i in into is it its like looking me my " +
    "need of on one or our please show so some something that the their them there these this to tool tools use using " +
    "want way what when where which who why will with without would you your").split(" "),
);

/** Finds repositories by the words of a question. */
export class KeywordIndex {
  readonly #repositories: readonly Repository[];
  readonly #index = new MiniSearch({
    fields: ["name", "owner", "topics", "language", "description"],
    processTerm: (term) => {
      const word = term.toLowerCase();
      return STOP_WORDS.has(word) ? null : word;
    },
    searchOptions: { boost: { name: 4, topics: 2 }, prefix: isLongEnough, fuzzy: 0.15 },
  });

  constructor(repositories: readonly Repository[]) {
    this.#repositories = repositories;
    this.#index.addAll(repositories.map((repository, id) => {
      const [owner = "", name = ""] = repository.fullName.split("/");
      const { description, language = "" } = repository;
      return {
        id,
        owner,
        name: `${name} ${splitWords(name)}`,
        topics: repository.topics.join(" "),
        language,
        description,
      };
    }));
  }

  /** The best matches, at most `limit`, best first. */
  search(question: string, limit: number): Repository[] {
    return this.#index.search(question)
      .sort((left, right) => right.score - left.score || this.#compareTied(left, right))
      .slice(0, limit)
      .map(({ id }) => this.#repositories[id]!);
  }

  /** Of equal matches, first those with a word as their name, then those that live, then the newer star. */
  #compareTied(left: SearchResult, right: SearchResult): number {
    const [one, other] = [this.#repositories[left.id]!, this.#repositories[right.id]!];
    return Number(hasNameIn(other, right.queryTerms)) - Number(hasNameIn(one, left.queryTerms)) ||
      Number(one.archived) - Number(other.archived) ||
      (other.starredAt ?? "").localeCompare(one.starredAt ?? "");
  }
}

function isLongEnough(term: string): boolean {
  return term.length >= 3;
}

/** `DefinitelyTyped` is found by `typed`. */
function splitWords(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1 $2");
}

function hasNameIn({ fullName }: Repository, terms: readonly string[]): boolean {
  return terms.includes(fullName.slice(fullName.indexOf("/") + 1).toLowerCase());
}
