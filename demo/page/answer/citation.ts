// Copyright 2026 the Rivulet authors. MIT license.

import { button } from "../dom.ts";
import type { Sources } from "./sources.ts";

/**
 * The numbers of `1` or `1, 3`, as they stand between brackets; undefined where it is no citation
 * of these sources.
 */
export function readCitation(text: string, { matches }: Sources): number[] | undefined {
  if (!/^\s*\d{1,2}(\s*,\s*\d{1,2})*\s*$/.test(text)) return undefined;
  const numbers = text.split(",").map(Number);
  return numbers.every((number) => number >= 1 && number <= matches.length) ? numbers : undefined;
}

/** A button that leads to a source. */
export function createCitation(number: number, sources: Sources): HTMLButtonElement {
  const label = `Source ${number}, ${sources.matches[number - 1]!.fullName}`;
  const made = button(String(number), () => sources.reach(number, made), {
    "class": "citation",
    "aria-label": label,
  });
  return made;
}
