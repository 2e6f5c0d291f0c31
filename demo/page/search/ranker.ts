// Copyright 2026 the Rivulet authors. MIT license.

import { type Accept, acceptorOf } from "../../stars/filters.ts";
import { fuseRankings, RANKING_DEPTH } from "../../stars/fusion.ts";
import { KeywordIndex } from "../../stars/keyword_index.ts";
import { MeaningIndex } from "../../stars/meaning_index.ts";
import { readQuery } from "../../stars/query.ts";
import type { Repository } from "../../stars/repository.ts";
import { sortRepositories } from "../../stars/sort.ts";
import type { ComparedWith, Ranked, SearchWish, VectorBlock } from "./messages.ts";

/** As many of the best matches by words stand in for a question that has no vector. */
const STAND_INS = 3;

/** What was found, before it is cut. */
interface Found {
  readonly repositories: readonly Repository[];
  readonly terms: ReadonlyMap<Repository, readonly string[]>;
  readonly comparedWith: ComparedWith;
}

/** Ranks repositories by words, and by meaning where there are vectors. */
export class Ranker {
  readonly #words = new KeywordIndex();
  readonly #repositories = new Map<string, Repository>();
  readonly #vectors = new Map<string, Float32Array>();

  add(repositories: readonly Repository[]): void {
    this.#words.add(repositories);
    for (const repository of repositories) this.#repositories.set(repository.fullName, repository);
  }

  get count(): number {
    return this.#repositories.size;
  }

  clearVectors(): void {
    this.#vectors.clear();
  }

  /** Adds vectors; one that is there already is replaced. */
  addVectors({ names, dimensions, buffer }: VectorBlock): void {
    names.forEach((name, index) => {
      this.#vectors.set(name, new Float32Array(buffer, index * dimensions * 4, dimensions));
    });
  }

  /** The best, or the first in another order, and how many there are. */
  rank({ question, filters, sort, meaning, limit }: SearchWish): Ranked {
    const { words, typed } = readQuery(question);
    const accept = acceptorOf(filters, typed);
    const { repositories, terms, comparedWith } = words.trim() === ""
      ? this.#list(accept)
      : this.#find(words, meaning, accept);
    const first = sortRepositories(repositories, sort).slice(0, limit);
    return {
      names: first.map(({ fullName }) => fullName),
      terms: first.map((repository) => terms.get(repository) ?? []),
      total: repositories.length,
      comparedWith,
    };
  }

  #list(accept: Accept): Found {
    const repositories = [...this.#repositories.values()].filter(accept);
    return { repositories, terms: new Map(), comparedWith: "nothing" };
  }

  #find(words: string, meaning: SearchWish["meaning"], accept: Accept): Found {
    const matches = this.#words.find(words, accept);
    const terms = new Map(matches.map(({ repository, terms }) => [repository, terms]));
    const byWords = matches.map(({ repository }) => repository);
    const query = meaning === "missing" ? this.#meaningOf(byWords) : meaning;
    const byMeaning = query === undefined ? [] : this.#nearest(query, accept);
    // Without meanings the ranking by words stands as it is.
    if (byMeaning.length === 0) return { repositories: byWords, terms, comparedWith: "nothing" };
    // What the matches mean only adds to them; what the question means knows better than its words.
    const rankings = meaning === "missing" ? [byMeaning, byWords] : [byWords, byMeaning];
    return {
      repositories: fuseRankings(rankings, words),
      terms,
      comparedWith: meaning === "missing" ? "matches" : "question",
    };
  }

  /** What the first of these mean together; undefined where none of them has a vector. */
  #meaningOf(repositories: readonly Repository[]): Float32Array | undefined {
    const vectors = repositories.slice(0, RANKING_DEPTH)
      .flatMap(({ fullName }) => this.#vectors.get(fullName) ?? [])
      .slice(0, STAND_INS);
    return vectors[0]?.map((_, index) => vectors.reduce((sum, vector) => sum + vector[index]!, 0));
  }

  #nearest(query: Float32Array, accept: Accept): Repository[] {
    const repositories: Repository[] = [];
    const vectors: Float32Array[] = [];
    for (const [name, vector] of this.#vectors) {
      const repository = this.#repositories.get(name);
      if (repository === undefined || vector.length !== query.length) continue;
      if (!accept(repository)) continue;
      repositories.push(repository);
      vectors.push(vector);
    }
    return new MeaningIndex(repositories, vectors).search(query, RANKING_DEPTH);
  }
}
