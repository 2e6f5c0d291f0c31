// Copyright 2026 the Rivulet authors. MIT license.

import { partsOf } from "./code_spans.ts";
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

/** What a citation of three digits can name. */
const MAX_NUMBER = 999;

/** A range of more would be no citation of a few sources. */
const MAX_RANGE = 50;

const BRACKETS = /(?<![!\\])\[([^[\]\n]{1,200})\](?![(:])/g;

/**
 * The numbers that stand between brackets; undefined where it is no citation of `count` sources.
 */
export function readCitation(inside: string, count: number): number[] | undefined {
  if (!INSIDE.test(inside)) return undefined;
  const numbers: number[] = [];
  for (const [, first, , last] of inside.matchAll(/(\d+)(\s*[-–—]\s*(?:[a-z]+\s*)?(\d+))?/gi)) {
    const start = Number(first);
    const end = Number(last ?? first);
    if (start < 1 || end < start || end > count || end - start > MAX_RANGE) return undefined;
    for (let number = start; number <= end; number++) {
      if (!numbers.includes(number)) numbers.push(number);
    }
  }
  return numbers;
}

/** The citations of an answer. What stands in code is none, and neither is a link, `[1](…)`. */
export function findCitations(text: string, count: number): Citation[] {
  const citations: Citation[] = [];
  let offset = 0;
  for (const part of partsOf(text)) {
    for (const match of part.isCode ? [] : part.text.matchAll(BRACKETS)) {
      const numbers = readCitation(match[1]!, count);
      const start = offset + match.index;
      if (numbers !== undefined) citations.push({ start, end: start + match[0].length, numbers });
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
  // A number too many does not make the others none.
  const numbers = new Set(findCitations(answer, MAX_NUMBER).flatMap((one) => one.numbers));
  const text = answer.toLowerCase();
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
