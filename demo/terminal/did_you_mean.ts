// Copyright 2026 the Rivulet authors. MIT license.

import { closestMatch } from "leven";

/** The word that was probably meant; undefined where none is near. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const typed = word.toLowerCase();
  const maxDistance = Math.max(1, Math.floor((typed.length + 1) / 3));
  return words.find((each) => isSwapOf(typed, each)) ??
    closestMatch(typed, [...words], { maxDistance });
}

/** Whether two neighbours have changed places: for Levenshtein two errors, too many in a short word. */
function isSwapOf(typed: string, word: string): boolean {
  const at = [...word].findIndex((letter, index) => letter !== typed[index]);
  const swapped = `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
  return at >= 0 && swapped === typed;
}
