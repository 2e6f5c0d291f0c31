// Copyright 2026 the Rivulet authors. MIT license.

// Ways to order what was found, beside the one that the demo uses.

import type { Repository } from "../../demo/stars/repository.ts";

/** The rankings of one question, best first. */
export interface Rankings {
  /** The demo's, by words, by meaning, and as it joins them. */
  readonly words: readonly Repository[];
  readonly meaning: readonly Repository[];
  readonly joined: readonly Repository[];
  /** By cosine alone: something is always the nearest. */
  readonly nearest: readonly Repository[];
  readonly sqlite: readonly Repository[];
  readonly miniSearch: readonly Repository[];
}

type Order = (rankings: Rankings) => readonly Repository[];

/** The order to which the others are compared. */
export const DEMO = "the demo, words and meaning";

/** What is measured, by the name in the table. */
export const ORDERS: Readonly<Record<string, Order>> = {
  [DEMO]: ({ joined }) => joined,
  "the demo, words alone": ({ words }) => words,
  "the demo, meaning alone": ({ meaning }) => meaning,
  "FTS5 and cosine, reciprocal ranks, constant 60": ({ sqlite, nearest }) =>
    reciprocal([sqlite, nearest]),
  "SQLite FTS5 with the Porter stemmer": ({ sqlite }) => sqlite,
  "MiniSearch as it comes": ({ miniSearch }) => miniSearch,
};

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
