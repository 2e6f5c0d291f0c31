// Copyright 2026 the Rivulet authors. MIT license.

import type { Accept } from "./filters.ts";
import { fuseRankings, RANKING_DEPTH } from "./fusion.ts";
import type { KeywordIndex } from "./keyword_index.ts";
import type { MeaningIndex } from "./meaning_index.ts";
import type { Repository } from "./repository.ts";

/** What a question is compared by. */
export type RankMode = "keyword" | "embedding" | "both";

/** The indexes that a mode needs. */
export interface Indexes {
  readonly keywords?: KeywordIndex | undefined;
  /** With the vector of the question. */
  readonly meanings?: { readonly index: MeaningIndex; readonly query: Float32Array } | undefined;
}

/** The best accepted matches by all indexes that there are, at most `limit`, best first. */
export function rank(
  question: string,
  { keywords, meanings }: Indexes,
  { limit, accept }: { limit: number; accept?: Accept | undefined },
): Repository[] {
  const rankings = [
    keywords?.search(question, RANKING_DEPTH, accept),
    meanings?.index.search(meanings.query, RANKING_DEPTH, accept),
  ].filter((ranking) => ranking !== undefined);
  return fuseRankings(rankings, question).slice(0, limit);
}
