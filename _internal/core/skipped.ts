// Copyright 2026 the Rivulet authors. MIT license.

import { excerpt } from "./excerpt.ts";
import type { LLMSkipped } from "./types.ts";

/** A line that was not understood. */
export function skippedLine(line: string): LLMSkipped {
  return { lines: 1, first: excerpt(line) };
}

/** What was not understood so far, and what came behind it. */
export function joinSkipped(
  before: LLMSkipped | undefined,
  behind: LLMSkipped | undefined,
): LLMSkipped | undefined {
  if (before === undefined || behind === undefined) return before ?? behind;
  return { lines: before.lines + behind.lines, first: before.first };
}
