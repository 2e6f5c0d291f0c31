// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Chinese and Japanese have no spaces, and Korean has endings on its words: these are paired. Thai
 * and its neighbours have none either, but there the platform knows the words.
 */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
/** Signs that Latin letters take, too, count as letters of these scripts as well. */
const ABOVE_LATIN = /[\u0e00-\uffff]/;
const RUNS =
  /([\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]+)|([\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]+)|[^\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]+/gu;

let segmenter: Intl.Segmenter | undefined;

/** A part of a run of letters. */
export interface Part {
  readonly text: string;
  readonly start: number;
}

/** Whether a text has letters of a script whose words do not stand apart. */
export function isUnspaced(text: string): boolean {
  return ABOVE_LATIN.test(text) && UNSPACED.test(text);
}

/**
 * What is looked for of a run of letters without spaces: of Chinese, Japanese and Korean any two
 * characters that stand together, of Thai and its neighbours the words.
 */
export function unspacedWords(run: string): Part[] {
  return [...run.matchAll(RUNS)].flatMap(({ 0: text, 1: paired, 2: segmented, index: start }) => {
    const parts = paired !== undefined
      ? pairsOf(paired)
      : segmented !== undefined
      ? segmentsOf(segmented)
      : [{ text, start: 0 }];
    return parts.map((part) => ({ text: part.text, start: start + part.start }));
  });
}

/** One character alone is its own pair. */
function pairsOf(run: string): Part[] {
  const characters = [...run];
  let start = 0;
  return characters.slice(0, Math.max(1, characters.length - 1)).map((character, index) => {
    const part = { text: character + (characters[index + 1] ?? ""), start };
    start += character.length;
    return part;
  });
}

function segmentsOf(run: string): Part[] {
  // Firefox has it from 125 on.
  if (!("Segmenter" in Intl)) return pairsOf(run);
  segmenter ??= new Intl.Segmenter("th", { granularity: "word" });
  return [...segmenter.segment(run)].map(({ segment, index }) => ({ text: segment, start: index }));
}
