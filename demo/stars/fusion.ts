// Copyright 2026 the Rivulet authors. MIT license.

import { readName } from "./names.ts";
import type { Repository } from "./repository.ts";
import { compareKnown, knownBonus } from "./tied.ts";

/** How many of the nearest in meaning take part in a ranking. */
export const RANKING_DEPTH = 50;

/** The greater, the less it matters whether something is first or fifth. */
const OFFSET = 10;

/** What the last ranking counts beside another one. */
const LAST = 1.5;

/**
 * Joins rankings of the same repositories by reciprocal ranks, of which the last one counts more,
 * and by how known a repository is. What the question names stands first. The numbers are measured,
 * see docs/retrieval.md.
 * A ranking alone stays as it is.
 */
export function fuseRankings(
  rankings: readonly (readonly Repository[])[],
  question: string,
): Repository[] {
  if (rankings.length === 1) return [...rankings[0]!];
  const weights = rankings.map((_, index) => index === rankings.length - 1 ? LAST : 1);
  const most = weights.reduce((sum, weight) => sum + weight, 0) / (OFFSET + 1);
  const worth = new Map<Repository, number>();
  rankings.forEach((ranking, index) =>
    ranking.forEach((repository, place) => {
      const before = worth.get(repository) ?? knownBonus(repository);
      worth.set(repository, before + weights[index]! / (OFFSET + 1 + place) / most);
    })
  );
  const isFirst = namedIn(rankings, question);
  return [...worth]
    .sort(([one, worth], [other, otherWorth]) =>
      Number(isFirst(other)) - Number(isFirst(one)) || otherWorth - worth ||
      compareKnown(one, other)
    )
    .map(([repository]) => repository);
}

/** Whether the question names a repository; with a typing error what leads a ranking for it. */
function namedIn(
  rankings: readonly (readonly Repository[])[],
  question: string,
): (repository: Repository) => boolean {
  const { isNameOf, isNearlyNameOf } = readName(question);
  const leading = rankings.flatMap((ranking) => ranking.slice(0, 1)).filter(isNearlyNameOf);
  const hasName = rankings.some((ranking) => ranking.some(isNameOf));
  return hasName ? isNameOf : (repository) => leading.includes(repository);
}
