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
  "words": ({ keyword }) => keyword,
  "meaning": ({ meaning }) => meaning,
  "both, as the demo joins them": ({ joined }) => joined,
  "both in turn": ({ keyword, meaning }) => inTurn(meaning, keyword),
  "both, reciprocal ranks, constant 60": ({ keyword, meaning }) => reciprocal([keyword, meaning]),
};

function inTurn(...rankings: readonly (readonly Repository[])[]): Repository[] {
  const longest = Math.max(...rankings.map(({ length }) => length));
  const order = new Set<Repository>();
  for (let place = 0; place < longest; place++) {
    for (const ranking of rankings) {
      const repository = ranking[place];
      if (repository !== undefined) order.add(repository);
    }
  }
  return [...order];
}

/** As libraries for retrieval do it. */
function reciprocal(rankings: readonly (readonly Repository[])[]): Repository[] {
  const scores = new Map<Repository, number>();
  for (const ranking of rankings) {
    ranking.forEach((repository, index) => {
      scores.set(repository, (scores.get(repository) ?? 0) + 1 / (61 + index));
    });
  }
  return [...scores].sort(([, one], [, other]) => other - one).map(([repository]) => repository);
}
