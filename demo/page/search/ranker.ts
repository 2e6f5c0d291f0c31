// Copyright 2026 the Rivulet authors. MIT license.

import { fuseRankings, RANKING_DEPTH } from "../../stars/fusion.ts";
import { type Accept, KeywordIndex } from "../../stars/keyword_index.ts";
import { MeaningIndex } from "../../stars/meaning_index.ts";
import type { Repository } from "../../stars/repository.ts";
import type { ComparedWith, Filters, QuestionMeaning, VectorBlock } from "./messages.ts";

/** As many of the best matches by words stand in for a question that has no vector. */
const STAND_INS = 3;

/** Ranks repositories by words, and by meaning where there are vectors. */
export class Ranker {
  readonly #words = new KeywordIndex();
  readonly #repositories = new Map<string, Repository>();
  #vectors = new Map<string, Float32Array>();

  add(repositories: readonly Repository[]): void {
    this.#words.add(repositories);
    for (const repository of repositories) this.#repositories.set(repository.fullName, repository);
  }

  get count(): number {
    return this.#repositories.size;
  }

  setVectors(block: VectorBlock | undefined): void {
    this.#vectors = new Map(
      block?.names.map((name, index) => {
        const start = index * block.dimensions;
        return [name, new Float32Array(block.buffer, start * 4, block.dimensions)];
      }),
    );
  }

  /** The full names of the best, and whose meaning took part. */
  rank(
    question: string,
    { meaning, filters, limit }: {
      meaning: QuestionMeaning;
      filters: Filters;
      limit: number;
    },
  ): { names: string[]; comparedWith: ComparedWith } {
    const accept = acceptorOf(filters);
    if (question === "") return { names: this.#first(limit, accept), comparedWith: "nothing" };
    const byWords = this.#words.search(question, RANKING_DEPTH, accept);
    const query = meaning === "missing" ? this.#meaningOf(byWords) : meaning;
    const byMeaning = query === undefined ? [] : this.#nearest(query, accept);
    const names = fuseRankings([byWords, byMeaning], question, limit).map(({ fullName }) =>
      fullName
    );
    if (byMeaning.length === 0) return { names, comparedWith: "nothing" };
    return { names, comparedWith: meaning === "missing" ? "matches" : "question" };
  }

  /** What the first of these mean together; undefined where none of them has a vector. */
  #meaningOf(repositories: readonly Repository[]): Float32Array | undefined {
    const vectors = repositories.flatMap(({ fullName }) => this.#vectors.get(fullName) ?? [])
      .slice(0, STAND_INS);
    return vectors[0]?.map((_, index) => vectors.reduce((sum, vector) => sum + vector[index]!, 0));
  }

  #first(limit: number, accept: Accept): string[] {
    const names: string[] = [];
    for (const repository of this.#repositories.values()) {
      if (names.length === limit) break;
      if (accept(repository)) names.push(repository.fullName);
    }
    return names;
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

function acceptorOf({ language, hideArchived }: Filters): Accept {
  return (repository) =>
    (language === "" || repository.language === language) &&
    !(hideArchived && repository.archived);
}
