// Copyright 2026 the Rivulet authors. MIT license.

import type { Accept } from "./filters.ts";
import type { KeywordIndex, KeywordMatch } from "./keyword_index.ts";
import { searchedTerm } from "./searched_terms.ts";
import { wordsIn } from "./words.ts";

/** A word of a question, and how many repositories it finds alone. */
export interface WordAlone {
  readonly word: string;
  readonly count: number;
}

/** So many words are offered, */
const MAX_OFFERED = 3;
/** and so many looked for: a pasted page would take seconds in a long list. */
const MAX_LOOKED_FOR = 12;

/**
 * The words of a question that nothing matches as a whole, and that find something alone, as they are
 * typed: the rarest first, which says most. Of a question of one word there is none.
 */
export function wordsAlone(question: string, index: KeywordIndex, accept?: Accept): WordAlone[] {
  const terms = new Map(wordsIn(question).map(({ text }) => [searchedTerm(text), text]));
  terms.delete(null);
  if (terms.size < 2) return [];
  return [...terms].slice(0, MAX_LOOKED_FOR)
    .map(([term, word]) => ({ word, count: countOf(term!, index.find(word, accept)) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => a.count - b.count).slice(0, MAX_OFFERED);
}

/** How many hold the word itself, or a longer one that begins so. */
function countOf(term: string, matches: readonly KeywordMatch[]): number {
  return matches.filter(({ terms }) => terms.some((one) => one.startsWith(term))).length;
}
