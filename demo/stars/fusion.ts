// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "./repository.ts";
import { compareTied, wordsOf } from "./tied.ts";

/** How many of the nearest in meaning take part in a ranking. */
export const RANKING_DEPTH = 50;

/** The constant of reciprocal rank fusion: Cormack, Clarke and Buettcher, SIGIR 2009. */
const RANK_OFFSET = 60;

/** Joins rankings of the same repositories into one: what stands high in several comes first. */
export function fuseRankings(
  rankings: readonly (readonly Repository[])[],
  question: string,
): Repository[] {
  const scores = new Map<Repository, number>();
  for (const ranking of rankings) {
    ranking.forEach((repository, index) => {
      scores.set(repository, (scores.get(repository) ?? 0) + 1 / (RANK_OFFSET + index + 1));
    });
  }
  const tied = compareTied(wordsOf(question));
  return [...scores]
    .sort(([one, score], [other, otherScore]) => otherScore - score || tied(one, other))
    .map(([repository]) => repository);
}
