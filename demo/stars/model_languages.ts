// Copyright 2026 the Rivulet authors. MIT license.

import { wordsIn } from "./words.ts";

/** Models whose cards say that they read many languages. */
const MANY =
  /multilingual|bge-m3|embedding-?gemma|qwen3-embedding|arctic-embed(?:2|-[lm]-v2)|nomic-embed-text-v2|-zh/;
/** Models whose cards say English, and nothing else. */
const ENGLISH =
  /all-?minilm|nomic-embed-text|arctic-embed|mxbai-embed-large|bge-(?:small|base|large)/;

/** To be offered where a question is in another language. */
export const MANY_LANGUAGES_MODEL = "embeddinggemma";

/** Little words of other languages that are no word, name or shortening in English. */
const OTHER_WORDS = new Set(
  ("der und für zum zur mit eine einen ohne oder nicht mein meine " +
    "para los las mis unos unas cómo pour les avec sans dans une aux " +
    "não uma sem gli senza della voor een met zonder dla oraz till och för utan").split(" "),
);
/** Letters that English has in names and borrowed words only. */
const OTHER_LETTERS = /[äöüßàâçèêëîïñòóôõúùûăąćęłńśźżåæøœ]/i;

/**
 * Whether a question seems to be in another language, and the model reads English. It may still find
 * something, by what the languages have in common.
 */
export function isForeign(question: string, model: string): boolean {
  return readsEnglishOnly(model) && hasOtherWords(question);
}

/** Whether a question seems to be in another language than English, whatever its letters are. */
export function seemsForeign(question: string): boolean {
  return isOtherScript(question) || hasOtherWords(question);
}

/** The model of Ollama to offer for a question. */
export function embeddingModelFor(question: string): string {
  return seemsForeign(question) ? MANY_LANGUAGES_MODEL : "all-minilm";
}

/**
 * Whether a model cannot read the letters of a question. It gives a vector all the same, and eight
 * repositories near to it that have nothing to do with the question. Of models that are not known
 * here nothing is said.
 */
export function isUnread(question: string, model: string): boolean {
  return readsEnglishOnly(model) && isOtherScript(question);
}

function hasOtherWords(question: string): boolean {
  return OTHER_LETTERS.test(question) ||
    wordsIn(question).some(({ text }) => OTHER_WORDS.has(text));
}

function isOtherScript(question: string): boolean {
  const letters = question.match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter));
  return latin.length < letters.length / 2;
}

function readsEnglishOnly(model: string): boolean {
  const name = model.toLowerCase();
  return ENGLISH.test(name) && !MANY.test(name);
}
