// Copyright 2026 the Rivulet authors. MIT license.

import { closestMatch } from "leven";

/** The word that was probably meant; undefined where none is near. */
export function nearest(word: string, words: readonly string[]): string | undefined {
  const maxDistance = Math.max(1, Math.floor((word.length + 1) / 3));
  return closestMatch(word.toLowerCase(), [...words], { maxDistance });
}
