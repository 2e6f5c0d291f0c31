// Copyright 2026 the Rivulet authors. MIT license.

// Ways to join two rankings, beside the one that the demo uses.

import type { Repository } from "../../demo/stars/repository.ts";

/** The rankings of one question, best first. */
export interface Rankings {
  readonly keyword: readonly Repository[];
  readonly meaning: readonly Repository[];
  /** As the demo joins them. */
  readonly joined: readonly Repository[];
}

type Order = (rankings: Rankings) => readonly Repository[];

/** What is measured, by the name in the table. */
export const ORDERS: Readonly<Record<string, Order>> = {
  "keyword": ({ keyword }) => keyword,
  "meaning": ({ meaning }) => meaning,
  "both, as the demo joins them": ({ joined }) => joined,
  "both, reciprocal ranks, constant 60": (rankings) =>
    reciprocal(rankings, { offset: 60, meaningWeight: 1 }),
  "both, reciprocal ranks, constant 10": (rankings) =>
    reciprocal(rankings, { offset: 10, meaningWeight: 1 }),
  "both, reciprocal ranks, constant 10, meaning counts twice": (rankings) =>
    reciprocal(rankings, { offset: 10, meaningWeight: 2 }),
  "both, reciprocal ranks, constant 60, meaning counts twice": (rankings) =>
    reciprocal(rankings, { offset: 60, meaningWeight: 2 }),
};

/** Reciprocal rank fusion with weights. */
function reciprocal(
  { keyword, meaning }: Rankings,
  { offset, meaningWeight }: { offset: number; meaningWeight: number },
): Repository[] {
  const scores = new Map<Repository, number>();
  for (const [ranking, weight] of [[keyword, 1], [meaning, meaningWeight]] as const) {
    ranking.forEach((repository, index) => {
      scores.set(repository, (scores.get(repository) ?? 0) + weight / (offset + index + 1));
    });
  }
  return [...scores].sort(([, one], [, other]) => other - one).map(([repository]) => repository);
}
