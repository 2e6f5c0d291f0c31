// Copyright 2026 the Rivulet authors. MIT license.

import { type Accept, acceptorOf } from "../../stars/filters.ts";
import { fuseRankings, RANKING_DEPTH } from "../../stars/fusion.ts";
import { KeywordIndex } from "../../stars/keyword_index.ts";
import { MeaningIndex } from "../../stars/meaning_index.ts";
import { readListQuestion } from "../../stars/list_question.ts";
import { readQuery } from "../../stars/query.ts";
import type { Repository } from "../../stars/repository.ts";
import { sortRepositories } from "../../stars/sort.ts";
import { spelled } from "../../stars/spelling.ts";
import { isUnrelated } from "../../stars/unrelated.ts";
import { wordsAlone } from "../../stars/words_alone.ts";
import { readLike, wordsLike } from "./like.ts";
import type { ComparedWith } from "./matches.ts";
import type { Ranked, SearchWish, VectorBlock } from "./messages.ts";

/** As many of the best matches by words stand in for a question that has no vector. */
const STAND_INS = 3;

/** What was found, before it is cut. */
interface Found {
  readonly repositories: readonly Repository[];
  readonly terms: ReadonlyMap<Repository, readonly string[]>;
  readonly comparedWith: ComparedWith;
  readonly reads?: string | undefined;
}

/** Ranks repositories by words, and by meaning where there are vectors. */
export class Ranker {
  readonly #words = new KeywordIndex();
  readonly #repositories = new Map<string, Repository>();
  #knowsStarred = false;
  #meanings = new MeaningIndex();
  #unrelated: Int8Array[] = [];

  add(repositories: readonly Repository[]): void {
    this.#words.add(repositories);
    for (const repository of repositories) {
      this.#repositories.set(repository.fullName, repository);
      this.#knowsStarred ||= repository.starredAt !== undefined;
      this.#meanings.add(repository);
    }
  }

  get count(): number {
    return this.#repositories.size;
  }

  clearVectors(): void {
    this.#meanings = new MeaningIndex();
    this.#unrelated = [];
  }

  /** Adds vectors; one that is there already is replaced. */
  addVectors({ names, dimensions, buffer }: VectorBlock): void {
    const vectors = names.map((name, index) =>
      [name, new Int8Array(buffer, index * dimensions, dimensions)] as const
    );
    const unrelated = vectors.filter(([name]) => isUnrelated(name)).map(([, vector]) => vector);
    if (unrelated.length > 0) {
      this.#unrelated.push(...unrelated);
      this.#meanings.setUnrelated(this.#unrelated);
    }
    this.#meanings.put(vectors.filter(([name]) => !isUnrelated(name)));
    for (const name of names) {
      const repository = this.#repositories.get(name);
      if (repository !== undefined) this.#meanings.add(repository);
    }
  }

  /** The best, or the first in another order, and how many there are. */
  rank({ question, filters, sort, meaning, limit }: SearchWish): Ranked {
    const { words, typed, offered } = readQuery(question);
    const accept = acceptorOf(filters, typed);
    const like = this.#repositories.get(readLike(words) ?? "");
    const list = readListQuestion(words, { knowsStarred: this.#knowsStarred });
    const { repositories, terms, ...compared } = list !== undefined
      ? this.#list((one) => accept(one) && list.accept(one))
      : words.trim() === ""
      ? this.#list(accept)
      : like !== undefined
      ? this.#find(wordsLike(like), this.#meaningOf([like]), (one) => accept(one) && one !== like)
      : this.#find(words, meaning, accept);
    const order = list === undefined || sort !== "best" ? sort : list.order;
    const first = sortRepositories(repositories, order).slice(0, limit);
    return {
      words,
      typed,
      offered: list === undefined ? offered : [],
      ...(list && { list: { title: list.title, isCount: list.isCount } }),
      names: first.map(({ fullName }) => fullName),
      terms: first.map((repository) => terms.get(repository) ?? []),
      total: repositories.length,
      alone: limit > 0 && repositories.length === 0 && (list ?? like) === undefined
        ? wordsAlone(words, this.#words, accept)
        : [],
      ...compared,
    };
  }

  #list(accept: Accept): Found {
    const repositories = [...this.#repositories.values()].filter(accept);
    return { repositories, terms: new Map(), comparedWith: "nothing" };
  }

  #find(words: string, meaning: SearchWish["meaning"], accept: Accept): Found {
    const looked = this.#words.look(words, accept);
    const byWords = looked.matches.map(({ repository }) => repository);
    const read = spelled(words, looked);
    const found = {
      terms: new Map(looked.matches.map(({ repository, terms }) => [repository, terms])),
      reads: read === words ? undefined : read,
    };
    const isMissing = meaning === "missing";
    const query = isMissing ? this.#meaningOf(byWords) : meaning;
    const byMeaning = query === undefined
      ? []
      : this.#meanings.search(query, RANKING_DEPTH, accept);
    // Without meanings the ranking by words stands as it is.
    if (byMeaning.length === 0) {
      return { ...found, repositories: byWords, comparedWith: "nothing" };
    }
    // What the matches mean only adds to them; what the question means knows better than its words.
    return {
      ...found,
      repositories: fuseRankings(isMissing ? [byMeaning, byWords] : [byWords, byMeaning], words),
      comparedWith: isMissing ? "matches" : "question",
    };
  }

  /** What the first of these mean together; undefined where none of them has a vector. */
  #meaningOf(repositories: readonly Repository[]): Float32Array | undefined {
    const vectors = repositories.slice(0, RANKING_DEPTH)
      .flatMap(({ fullName }) => this.#meanings.vectorOf(fullName) ?? [])
      .slice(0, STAND_INS);
    if (vectors.length === 0) return undefined;
    return Float32Array.from(
      vectors[0]!,
      (_, index) => vectors.reduce((sum, vector) => sum + vector[index]!, 0),
    );
  }
}
