// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "./repository.ts";

/**
 * The numbers of the sources that an answer uses, in order, counted from 1: those cited as `[n]`,
 * and those named in full, because small models forget the numbers.
 */
export function citedSources(answer: string, matches: readonly Repository[]): number[] {
  const numbers = new Set([...answer.matchAll(/\[(\d+(?:\s*,\s*\d+)*)\]/g)]
    .flatMap(([, list = ""]) => list.split(",").map(Number)));
  const text = answer.toLowerCase();
  return matches
    .map(({ fullName }, index) => ({ number: index + 1, name: fullName.toLowerCase() }))
    .filter(({ number, name }) => numbers.has(number) || text.includes(name))
    .map(({ number }) => number);
}

/**
 * The numbers of `1` or `1, 3`, as they stand between brackets; undefined where it is no citation
 * of as many sources.
 */
export function readCitation(inside: string, count: number): number[] | undefined {
  if (!/^\s*\d{1,2}(\s*,\s*\d{1,2})*\s*$/.test(inside)) return undefined;
  const numbers = inside.split(",").map(Number);
  return numbers.every((number) => number >= 1 && number <= count) ? numbers : undefined;
}
