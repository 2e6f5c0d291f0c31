// Copyright 2026 the Rivulet authors. MIT license.

import MiniSearch, { type SearchResult } from "minisearch";
import type { Accept } from "./filters.ts";
import { NameIndex } from "./name_index.ts";
import type { Repository } from "./repository.ts";
import { aboveFloor } from "./score_floor.ts";
import { searchedTerm, searchedTerms, STOP_WORDS } from "./searched_terms.ts";
import { spelled, type Spelling } from "./spelling.ts";
import { compareKnown, knownBonus } from "./tied.ts";
import { FUZZY, fuzzyOf, unknownOf } from "./unknown_words.ts";
import { isUnspaced } from "./unspaced_words.ts";
import { isAscii, sameWord, splitWords, wordsIn } from "./words.ts";

/** A repository that was found, and why. */
export interface KeywordMatch {
  readonly repository: Repository;
  readonly score: number;
  /** The words of the repository that matched. */
  readonly terms: readonly string[];
}

/** What was found, and how the question is spelled. */
export interface Looked extends Spelling {
  readonly matches: KeywordMatch[];
}

/** Finds repositories by the words of a question. */
export class KeywordIndex {
  readonly #repositories: Repository[] = [];
  readonly #names = new NameIndex(this.#repositories);
  readonly #index = new MiniSearch({
    fields: ["name", "owner", "topics", "language", "description"],
    tokenize: (text) => wordsIn(text).map((word) => word.text),
    processTerm: indexedTerms,
    searchOptions: {
      // Measured, as all that ranks: see docs/retrieval.md.
      boost: { topics: 1.5 },
      prefix: isLongEnough,
      fuzzy: FUZZY,
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
    this.#names.readOn();
    this.#index.addAll(repositories.map((repository, place) => {
      const [owner = "", name = ""] = repository.fullName.split("/");
      const { description, language = "" } = repository;
      return {
        id: start + place,
        owner,
        name: [...new Set([name, splitWords(name)])].join(" "),
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

  /**
   * All accepted matches that share something worth the name with the question, best first. What the
   * question names stands before all else. Where nothing does, the question is taken as the list
   * spells its words: of two mistyped ones each alone says too little.
   */
  find(question: string, accept: Accept = () => true): KeywordMatch[] {
    return this.look(question, accept).matches;
  }

  /** What `find()` gives, and what `spelled()` needs. */
  look(question: string, accept: Accept = () => true): Looked {
    const looked = this.#lookAsTyped(question, accept);
    if (looked.matches.length > 0) return looked;
    const read = spelled(question, looked);
    if (read === question) return looked;
    return { ...looked, matches: this.#lookAsTyped(read, accept).matches };
  }

  #lookAsTyped(question: string, accept: Accept): Looked {
    const terms = searchedTerms(question);
    let results = this.#search(question, accept);
    const unknown = unknownOf(terms, results);
    if (unknown.size > 0) results = this.#search(question, accept, unknown);
    const byWord = new Set(terms.flatMap((term) => this.#names.of(term)));
    const isNamed = ({ id }: SearchResult) => byWord.has(this.#repositories[id]!);
    const matches = aboveFloor(results, terms, { count: this.#repositories.length, isNamed })
      .map(({ id, score, terms }) => ({ repository: this.#repositories[id]!, score, terms }));
    const named = this.#names.find(question, unknown).filter(accept);
    return { matches: inOrder(matches, named), unknown, results };
  }

  #search(question: string, accept: Accept, unknown?: ReadonlySet<string>): SearchResult[] {
    return this.#index.search(question, {
      filter: ({ id }: SearchResult) => accept(this.#repositories[id]!),
      ...(unknown && { fuzzy: (term: string) => fuzzyOf(term, unknown) }),
    });
  }
}

/** What is named first, then the best; of matches much alike, the better known. */
function inOrder(matches: KeywordMatch[], named: readonly Repository[]): KeywordMatch[] {
  const best = matches.reduce((most, { score }) => Math.max(most, score), 0);
  // Once for each: there are tens of thousands, and a sort compares each of them often.
  const worths = Float64Array.from(matches, ({ repository, score }) => {
    const place = named.indexOf(repository);
    return place < 0 ? score / best + knownBonus(repository) : Infinity;
  });
  const rest = Array.from(worths.keys())
    .filter((place) => worths[place] !== Infinity)
    .sort((one, other) =>
      worths[other]! - worths[one]! ||
      compareKnown(matches[one]!.repository, matches[other]!.repository)
    )
    .map((place) => matches[place]!);
  const first = named.map((repository): KeywordMatch =>
    matches.find((match) => match.repository === repository) ??
      { repository, score: best, terms: wordsIn(repository.fullName).map(({ text }) => text) }
  );
  return [...first, ...rest];
}

/** Also under its own name, which is found while it is typed; an accent may be typed or not. */
function indexedTerms(word: string): string | string[] | null {
  if (STOP_WORDS.has(word)) return null;
  const same = sameWord(word);
  return same === word || !isAscii(word) ? same : [word, same];
}

/** Whether longer words that begin so are meant as well; one Chinese character is a word. */
function isLongEnough(term: string): boolean {
  return term.length >= 3 || isUnspaced(term);
}
