// Copyright 2026 the Rivulet authors. MIT license.

import type { SearchResult } from "minisearch";

// The tree of the index looks through all first letters that it has, one after another. Of Chinese
// and Japanese there are thousands, and each word would be compared with most of them. So these are
// put on shelves: a sign before each word, which no text has, parts them into a few dozen.

/** From here on scripts have thousands of letters. */
const FIRST_LETTER = 0x2e80;
const FIRST_SHELF = 0xe000;
const SHELVES = 64;
const SHELF = /^[\ue000-\ue03f]/;

/** A word as the index has it. */
export function shelved(word: string): string {
  const first = word.codePointAt(0) ?? 0;
  return first < FIRST_LETTER ? word : String.fromCharCode(FIRST_SHELF + first % SHELVES) + word;
}

/** What the index gives, with its words as they are in the texts. */
export function unshelved(result: SearchResult): SearchResult {
  const { terms, queryTerms, match } = result;
  return {
    ...result,
    terms: terms.map(wordOf),
    queryTerms: queryTerms.map(wordOf),
    match: Object.fromEntries(Object.entries(match).map(([term, info]) => [wordOf(term), info])),
  };
}

function wordOf(term: string): string {
  return term.replace(SHELF, "");
}
