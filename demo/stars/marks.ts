// Copyright 2026 the Rivulet authors. MIT license.

import { sameWord, splitWords, wordsIn } from "./words.ts";

/** A part of a text, which is marked where it matched a question. */
export interface TextPart {
  readonly text: string;
  readonly isMarked: boolean;
}

interface Place {
  readonly start: number;
  end: number;
}

/** Parts a text into words that matched and what stands between them. `terms` come with a match. */
export function markWords(text: string, terms: readonly string[]): TextPart[] {
  const wanted = new Set(terms);
  const parts: TextPart[] = [];
  let end = 0;
  for (const place of joined(placesIn(text, wanted))) {
    if (place.start > end) parts.push({ text: text.slice(end, place.start), isMarked: false });
    parts.push({ text: text.slice(place.start, place.end), isMarked: true });
    end = place.end;
  }
  if (end < text.length) parts.push({ text: text.slice(end), isMarked: false });
  return parts;
}

/** Places without those that overlap: pairs of characters of one word do. */
function joined(places: readonly Place[]): Place[] {
  const joined: Place[] = [];
  for (const { start, end } of places) {
    const last = joined.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else joined.push({ start, end });
  }
  return joined;
}

/** Whole words, and else those inside a name such as `DefinitelyTyped`. */
function placesIn(text: string, wanted: ReadonlySet<string>): Place[] {
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
