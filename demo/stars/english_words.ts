// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMMessage } from "@rivulet/llm";
import { searchedTerms } from "./searched_terms.ts";

/** More words than a person would type find less. */
const MOST_WORDS = 5;

/** Until here a model has written its words, or never will. */
const MAX_ANSWER = 300;

/** The instruction for a model that is to put a question into English words. */
export const ENGLISH_SYSTEM_PROMPT =
  "You translate what a person looks for into English search words. " +
  "Answer with at most five English words in one line, and nothing else.";

/**
 * What was asked and answered before: two examples keep small models to the form. In one message
 * with the question they are repeated.
 */
export const ENGLISH_EXAMPLES: readonly LLMMessage[] = [
  { role: "user", content: "Gestor de fotos que puedo alojar yo mismo" },
  { role: "assistant", content: "self-hosted photo manager" },
  { role: "user", content: "бесплатный редактор видео" },
  { role: "assistant", content: "free video editor" },
];

/** Whether the words are there, and what comes after them need not be waited for. */
export function hasEnglishWords(answer: string): boolean {
  return answer.length > MAX_ANSWER ||
    (answer.trimStart().includes("\n") && readEnglishWords(answer) !== "");
}

/** The English words of an answer, at most five; `""` where there are none. */
export function readEnglishWords(answer: string): string {
  for (const line of answer.slice(0, MAX_ANSWER).split("\n")) {
    const words = wordsOf(line.slice(line.lastIndexOf(":") + 1)).slice(0, MOST_WORDS);
    // Little words are kept where others are: "without cookies" is no "cookies".
    if (words.some((word) => searchedTerms(word).length > 0)) return words.join(" ");
  }
  return "";
}

/** With their signs: `self-hosted` and `C++` are one word each. */
function wordsOf(line: string): string[] {
  const words = line.toLowerCase().match(/[a-z0-9]+(?:[+#]+|[.'’-][a-z0-9]+)*/g) ?? [];
  return [...new Set(words.filter((word) => /[a-z]/.test(word)))];
}
