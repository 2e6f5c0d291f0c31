// Copyright 2026 the Rivulet authors. MIT license.

import { sameWord, wordsIn } from "./words.ts";

/** Words of a question that say nothing of what is looked for. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  ("a an and any are as at be best but by can do does for from get good has have how i in into " +
    "is it its like looking me my need of on one or our please show so some something that the " +
    "their them there these this to tool tools use using versus vs want way what when where which " +
    "who why will with without would you your").split(" "),
);

/** The words of a question that say what is looked for. */
export function searchedTerms(question: string): string[] {
  return [...new Set(wordsIn(question).flatMap(({ text }) => searchedTerm(text) ?? []))];
}

/** The name under which a word of a question is looked for; null for one that says nothing. */
export function searchedTerm(word: string): string | null {
  return STOP_WORDS.has(word) ? null : sameWord(word);
}
