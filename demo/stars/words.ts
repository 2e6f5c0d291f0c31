// Copyright 2026 the Rivulet authors. MIT license.

import { isUnspaced, unspacedWords } from "./unspaced_words.ts";

/** A word of a text and its place there. */
export interface Word {
  /** In small letters. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** `C#`, `F#`, `C++` and `.NET` are words whose signs matter; elsewhere signs part words. */
const WORD =
  /\.NET(?![\p{L}\p{N}])|(?<![\p{L}\p{N}.])\.net(?![\p{L}\p{N}])|[\p{L}\p{N}\p{M}]+(?:(?:\+\+|#)(?![\p{L}\p{N}+#]))?/gu;

const ACCENTS = /(\p{Script=Latin})[\u0300-\u036f]+/gu;

/** Other names under which people write the same language. */
const SAME: ReadonlyMap<string, string> = new Map([
  ["cpp", "c++"],
  ["cplusplus", "c++"],
  ["csharp", "c#"],
  ["dotnet", ".net"],
  ["fsharp", "f#"],
  ["golang", "go"],
]);

/**
 * The words of a text, in its order. The index and the question are read in the same way. Where a
 * script has no spaces between words, see `unspacedWords()`, words may overlap.
 */
export function wordsIn(text: string): Word[] {
  const words = [...text.matchAll(WORD)].map((match) => wordOf(match[0], match.index));
  return isUnspaced(text) ? words.flatMap(partsOf) : words;

  function partsOf(word: Word): Word[] {
    const run = text.slice(word.start, word.end);
    return isUnspaced(run)
      ? unspacedWords(run).map((part) => wordOf(part.text, word.start + part.start))
      : [word];
  }
}

function wordOf(text: string, start: number): Word {
  return { text: text.toLowerCase(), start, end: start + text.length };
}

/** The name under which a word is looked for: `csharp` is `c#`, and `éditeur` is `editeur`. */
export function sameWord(word: string): string {
  return SAME.get(word) ?? withoutAccents(word);
}

/** Only of Latin letters: in other scripts such marks make another letter. */
export function withoutAccents(text: string): string {
  return isAscii(text) ? text : text.normalize("NFD").replace(ACCENTS, "$1").normalize("NFC");
}

/** Whether a text has no other letters than English. */
export function isAscii(text: string): boolean {
  return !/[^\0-\x7f]/.test(text);
}

/** `DefinitelyTyped` is found by `typed`. */
export function splitWords(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, "$1 $2");
}
