// Copyright 2026 the Rivulet authors. MIT license.

// The tree of the index looks through all first letters that it has, one after another. Of Chinese
// and Japanese there are thousands, and each word would be compared with most of them. So these are
// put on shelves: a sign before each word, which no text has, parts them into a few dozen.

/** From here on scripts have thousands of letters. */
const FIRST_LETTER = "\u2e80";
const FIRST_SHELF = 0xe000;
const SHELVES = 64;

/** A word as the index has it. */
export function shelved(word: string): string {
  return word < FIRST_LETTER
    ? word
    : String.fromCharCode(FIRST_SHELF + word.charCodeAt(0) % SHELVES) + word;
}

/** A word of the index as the texts have it. */
export function unshelved(word: string): string {
  return word.replace(/^[\ue000-\ue03f]/, "");
}
