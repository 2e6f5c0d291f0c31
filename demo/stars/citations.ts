// Copyright 2026 the Rivulet authors. MIT license.

import { partsOf } from "./code_spans.ts";
import { findMentions } from "./mentions.ts";
import type { Repository } from "./repository.ts";

/** A place in an answer that cites sources by their numbers, counted from 1. */
export interface Citation {
  readonly start: number;
  readonly end: number;
  readonly numbers: readonly number[];
}

/** `1`, `1, 2`, `1-3`, `Context 1`, `Contexts 1 and 3`, as it stands between brackets. */
const INSIDE =
  /^\s{0,9}(?:(?:context|source)s?\s{0,9})?\d{1,3}(?:\s{0,9}(?:,|;|&|and|[-–—]|,\s{0,9}and)\s{0,9}(?:(?:context|source)\s{0,9})?\d{1,3}){0,20}\s{0,9}$/i;

/** A range of more would be no citation of a few sources. */
const MAX_RANGE = 50;

const BRACKETS = /(?<![!\\])\[([^[\]\n]{1,200})\](?![(:])/g;

/** What may stand between a name and the citation behind it. */
const SIGNS = /^[\s*_`~"'”’)\],:]{0,6}$/;

/** So much is looked at before a citation: a name of 140 characters, and signs. */
const MAX_BEFORE = 150;

/** So much of its line is looked at for other names. */
const MAX_LINE = 1000;

/** No answer of a model has more; a server may send any. */
const MAX_CITATIONS = 1000;

/** So much of an answer is read for its sources, and for words of its own: some 25,000 tokens. */
export const MAX_ANSWER = 100_000;

/**
 * The numbers that stand between brackets; undefined where it is no citation of `count` sources.
 * Numbers beyond them are left out.
 */
export function readCitation(inside: string, count: number): number[] | undefined {
  if (!INSIDE.test(inside)) return undefined;
  const numbers: number[] = [];
  for (const [, first, , last] of inside.matchAll(/(\d+)(\s*[-–—]\s*(?:[a-z]+\s*)?(\d+))?/gi)) {
    const start = Number(first);
    const end = Number(last ?? first);
    if (start < 1 || end < start || end - start > MAX_RANGE) return undefined;
    for (let number = start; number <= Math.min(end, count); number++) {
      if (!numbers.includes(number)) numbers.push(number);
    }
  }
  return numbers.length === 0 ? undefined : numbers;
}

/**
 * The numbers that a citation means by what stands before it on its line: models mix them up, and
 * where one names another source right there, that is the one.
 */
export function meantNumbers(
  numbers: readonly number[],
  before: string,
  matches: readonly Repository[],
): readonly number[] {
  const [number = 0, ...others] = numbers;
  const name = nameBefore(before.slice(-MAX_BEFORE));
  if (name === undefined || others.length > 0) return numbers;
  const named = matches.findIndex(({ fullName }) => fullName.toLowerCase() === name) + 1;
  const cited = matches[number - 1]?.fullName.toLowerCase() ?? name;
  const line = before.slice(-MAX_LINE).toLowerCase();
  return named === 0 || isNamed(line, cited) ? numbers : [named];
}

/** The name right before a citation, in small letters, be it the words of a link. */
function nameBefore(text: string): string | undefined {
  const trimmed = text.trimEnd();
  const link = trimmed.endsWith(")") ? trimmed.lastIndexOf("](") : -1;
  const words = link === -1 ? trimmed : trimmed.slice(0, link);
  const last = findMentions(words).at(-1);
  const isRight = last !== undefined && SIGNS.test(words.slice(last.end));
  return isRight ? last.name.toLowerCase() : undefined;
}

/** The citations of an answer by the numbers that are meant. */
export function findMeant(text: string, matches: readonly Repository[]): Citation[] {
  return findCitations(text, matches.length).map((citation) => {
    const before = text.slice(Math.max(0, citation.start - MAX_LINE), citation.start);
    const line = before.slice(before.lastIndexOf("\n") + 1);
    return { ...citation, numbers: meantNumbers(citation.numbers, line, matches) };
  });
}

/** The citations of an answer. What stands in code is none, and neither is a link, `[1](…)`. */
export function findCitations(text: string, count: number): Citation[] {
  const citations: Citation[] = [];
  let offset = 0;
  for (const part of partsOf(text)) {
    for (const match of part.isCode ? [] : part.text.matchAll(BRACKETS)) {
      const numbers = readCitation(match[1]!, count);
      const start = offset + match.index;
      if (numbers === undefined) continue;
      citations.push({ start, end: start + match[0].length, numbers });
      if (citations.length === MAX_CITATIONS) return citations;
    }
    offset += part.text.length;
  }
  return citations;
}

/**
 * The numbers of the sources that an answer uses, in order, counted from 1: those cited as `[n]`,
 * and those named in full, because small models forget the numbers.
 */
export function citedSources(answer: string, matches: readonly Repository[]): number[] {
  const read = answer.slice(0, MAX_ANSWER);
  const numbers = new Set(findMeant(read, matches).flatMap((one) => one.numbers));
  const text = read.toLowerCase();
  return matches
    .map(({ fullName }, index) => ({ number: index + 1, name: fullName.toLowerCase() }))
    .filter(({ number, name }) => numbers.has(number) || isNamed(text, name))
    .map(({ number }) => number);
}

/** Whether a text holds a name, and not a longer one that begins or ends like it. */
function isNamed(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1] ?? "";
    const after = text.slice(at + name.length, at + name.length + 2);
    if (!/[\w-]/.test(before) && !/^(?:[\w-]|\.[\w-])/.test(after)) return true;
  }
  return false;
}
