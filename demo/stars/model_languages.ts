// Copyright 2026 the Rivulet authors. MIT license.

/** Models whose cards say that they read many languages. */
const MANY =
  /multilingual|bge-m3|embedding-?gemma|qwen3-embedding|arctic-embed(?:2|-[lm]-v2)|nomic-embed-text-v2|-zh/;
/** Models whose cards say English, and nothing else. */
const ENGLISH =
  /all-?minilm|nomic-embed-text|arctic-embed|mxbai-embed-large|bge-(?:small|base|large)/;

/** To be offered where a question is in another language. */
export const MANY_LANGUAGES_MODEL = "embeddinggemma";

/**
 * Whether a model cannot read the letters of a question. It gives a vector all the same, and eight
 * repositories near to it that have nothing to do with the question. Of models that are not known
 * here nothing is said.
 */
export function isUnread(question: string, model: string): boolean {
  const name = model.toLowerCase();
  if (MANY.test(name) || !ENGLISH.test(name)) return false;
  const letters = question.match(/\p{L}/gu) ?? [];
  const latin = letters.filter((letter) => /\p{Script=Latin}/u.test(letter));
  return latin.length < letters.length / 2;
}
