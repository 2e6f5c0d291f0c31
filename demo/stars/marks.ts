// Copyright 2026 the Rivulet authors. MIT license.

import { sameWord, splitWords, wordsIn } from "./words.ts";

/** A part of a text, which is marked where it matched a question. */
export interface TextPart {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Parts a text into words that matched and what stands between them. `terms` come with a match. */
export function markWords(text: string, terms: readonly string[]): TextPart[] {
  const wanted = new Set(terms);
  const parts: TextPart[] = [];
  let end = 0;
  for (const place of placesIn(text, wanted)) {
    if (place.start < end) continue;
    if (place.start > end) parts.push({ text: text.slice(end, place.start), isMarked: false });
    parts.push({ text: text.slice(place.start, place.end), isMarked: true });
    end = place.end;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMarked: false });
  return parts;
}

/** Whole words, and else those inside a name such as `DefinitelyTyped`. */
function placesIn(
  text: string,
  wanted: ReadonlySet<string>,
): { start: number; end: number }[] {
  const isWanted = (word: string) => wanted.has(word) || wanted.has(sameWord(word));
  return wordsIn(text).flatMap((word) => {
    if (isWanted(word.text)) return [word];
    let start = word.start;
    return splitWords(text.slice(word.start, word.end)).split(" ").flatMap((part) => {
      const place = { start, end: start += part.length };
      return isWanted(part.toLowerCase()) ? [place] : [];
    });
  });
}
