// Copyright 2026 the Rivulet authors. MIT license.

/** Typing errors that are taken for none, as a share of a word. */
export const FUZZY = 0.15;
/** And so many in a word that no text holds: two letters in turn are two. */
const FUZZY_UNKNOWN = 2;
const MIN_FOR_UNKNOWN = 5;

/** The typing errors that are taken for none in a word, where these words are in no text. */
export function fuzzyOf(term: string, unknown: ReadonlySet<string>): number {
  return unknown.has(term) && term.length >= MIN_FOR_UNKNOWN ? FUZZY_UNKNOWN : FUZZY;
}

/** The words of a question that no text holds, nor the start of one. */
export function unknownOf(
  terms: readonly string[],
  results: readonly { readonly match: Readonly<Record<string, unknown>> }[],
): ReadonlySet<string> {
  const unknown = new Set(terms);
  for (const { match } of results) {
    if (unknown.size === 0) break;
    for (const term of Object.keys(match)) {
      for (const word of unknown) if (term.startsWith(word)) unknown.delete(word);
    }
  }
  return unknown;
}
