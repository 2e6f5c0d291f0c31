// Copyright 2026 the Rivulet authors. MIT license.

import MiniSearch, { type SearchResult } from "minisearch";
import type { Accept } from "./filters.ts";
import type { Repository } from "./repository.ts";
import { aboveFloor } from "./score_floor.ts";
import { compareTied, wordsOf } from "./tied.ts";
import { sameWord, splitWords, wordsIn } from "./words.ts";

// Words of a question that say nothing of what is looked for.
const STOP_WORDS = new Set(
  ("a an and any are as at be best by can do does for from get good has have how i in into is it its like looking me my " +
    "need of on one or our please show so some something that the their them there these this to tool tools use using " +
    "want way what when where which who why will with without would you your").split(" "),
);

/** A repository that was found, and why. */
export interface KeywordMatch {
  readonly repository: Repository;
  readonly score: number;
  /** The words of the repository that matched. */
  readonly terms: readonly string[];
}

/** Finds repositories by the words of a question. */
export class KeywordIndex {
  readonly #repositories: Repository[] = [];
  readonly #index = new MiniSearch({
    fields: ["name", "owner", "topics", "language", "description"],
    tokenize: (text) => wordsIn(text).map((word) => word.text),
    processTerm: indexedTerms,
    searchOptions: {
      boost: { name: 4, topics: 2 },
      prefix: isLongEnough,
      fuzzy: 0.15,
      processTerm: searchedTerm,
    },
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
  search(question: string, limit: number, accept?: Accept): Repository[] {
    return this.find(question, accept).slice(0, limit).map(({ repository }) => repository);
  }

  /** All accepted matches that share something worth the name with the question, best first. */
  find(question: string, accept: Accept = () => true): KeywordMatch[] {
    const results = this.#index.search(question, {
      filter: ({ id }: SearchResult) => accept(this.#repositories[id]!),
    });
    const tied = compareTied(wordsOf(question));
    return aboveFloor(results, searchedTerms(question), this.#repositories.length)
      .map(({ id, score, terms }) => ({ repository: this.#repositories[id]!, score, terms }))
      .sort((left, right) => right.score - left.score || tied(left.repository, right.repository));
  }
}

/** The words of a question that say what is looked for. */
export function searchedTerms(question: string): string[] {
  return [...new Set(wordsIn(question).flatMap(({ text }) => searchedTerm(text) ?? []))];
}

function searchedTerm(word: string): string | null {
  return STOP_WORDS.has(word) ? null : sameWord(word);
}

/** Also under its own name, which is found while it is typed. */
function indexedTerms(word: string): string | string[] | null {
  if (STOP_WORDS.has(word)) return null;
  const same = sameWord(word);
  return same === word ? word : [word, same];
}

function isLongEnough(term: string): boolean {
  return term.length >= 3;
}
