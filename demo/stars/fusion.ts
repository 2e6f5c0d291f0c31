// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "./repository.ts";
import { compareTied, wordsOf } from "./tied.ts";

/** How many of the nearest in meaning take part in a ranking. */
export const RANKING_DEPTH = 50;

/**
 * Joins rankings of the same repositories into one by taking from them in turn: the first of each,
 * then the second of each, the last ranking first where nothing else decides. Of the ways that were
 * measured it finds best, see docs/retrieval.md: sums over the rankings put what shares a few common
 * words with a question above what only its meaning knows.
 */
export function fuseRankings(
  rankings: readonly (readonly Repository[])[],
  question: string,
): Repository[] {
  const places = new Map<Repository, number>();
  for (const ranking of rankings.toReversed()) {
    ranking.forEach((repository, place) => {
      places.set(repository, Math.min(place, places.get(repository) ?? place));
    });
  }
  const tied = compareTied(wordsOf(question));
  return [...places]
    .sort(([one, place], [other, otherPlace]) => place - otherPlace || tied(one, other))
    .map(([repository]) => repository);
}
