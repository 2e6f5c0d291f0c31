// Copyright 2026 the Rivulet authors. MIT license.

import { isOneErrorFrom, MIN_FOR_ERROR } from "./names.ts";
import { STOP_WORDS } from "./searched_terms.ts";
import { sameWord, wordsIn } from "./words.ts";

/** What a search tells of the words of a question. */
export interface Spelling {
  /** Those that no text of the list holds. */
  readonly unknown: ReadonlySet<string>;
  /** All that was found, also what shares too little to be a match. */
  readonly results: readonly { readonly terms: readonly string[] }[];
}

/** More is no handful of words. */
const MAX_LENGTH = 100;

/**
 * A question without its typing errors: each word that no text of the list holds is taken for the one
 * of the results that is one error away, the most usual of several.
 *
 * Sentences stay as they are. The rest of a sentence says enough, and a word of it that the list
 * does not know is mostly right: of "whose" it would make "whole".
 */
export function spelled(
  question: string,
  { unknown, results }: Spelling,
): string {
  const words = wordsIn(question);
  if (question.length > MAX_LENGTH || words.some(({ text }) => STOP_WORDS.has(text))) {
    return question;
  }
  return words.reduceRight((text, { text: word, start, end }) => {
    const term = sameWord(word);
    const meant = unknown.has(term) ? meantBy(term, results) : undefined;
    return meant === undefined ? text : `${text.slice(0, start)}${meant}${text.slice(end)}`;
  }, question);
}

/** Who mistypes a word gets its first letter right. */
function meantBy(term: string, results: Spelling["results"]): string | undefined {
  if (term.length < MIN_FOR_ERROR) return undefined;
  const counts = new Map<string, number>();
  let meant: string | undefined;
  for (const { terms } of results) {
    for (const one of terms) {
      if (one[0] !== term[0] || !isOneErrorFrom(term, one)) continue;
      const count = (counts.get(one) ?? 0) + 1;
      counts.set(one, count);
      if (count > (counts.get(meant ?? "") ?? 0)) meant = one;
    }
  }
  return meant;
}
