// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "./repository.ts";

/**
 * The order of equal matches: first a name that is a word of the question, then what lives, then
 * the newer star.
 */
export function compareTied(
  words: ReadonlySet<string>,
): (one: Repository, other: Repository) => number {
  return (one, other) =>
    Number(isNamed(other, words)) - Number(isNamed(one, words)) ||
    Number(one.archived) - Number(other.archived) ||
    compareDates(other.starredAt, one.starredAt);
}

/** The order of ISO dates, which is that of their characters; one that is missing is the oldest. */
export function compareDates(one: string = "", other: string = ""): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The words of a question, in small letters. */
export function wordsOf(question: string): ReadonlySet<string> {
  return new Set(question.toLowerCase().split(/[^\p{L}\p{N}._-]+/u));
}

function isNamed({ fullName }: Repository, words: ReadonlySet<string>): boolean {
  return words.has(fullName.slice(fullName.indexOf("/") + 1).toLowerCase());
}
