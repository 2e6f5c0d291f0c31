// Copyright 2026 the Rivulet authors. MIT license.

// A server may nest its JSON as deeply as it likes, and a function that calls itself for each level
// then runs out of stack. Whatever follows the JSON of a server does so for this many levels.

/** Deeper than any server nests what it has to say. */
export const MAX_LEVELS = 100;

/** What is said of an error that is nested more deeply. */
export const TOO_DEEP: string =
  `the server sent an error that is nested more than ${MAX_LEVELS} levels deep`;

/** A value in JSON, to be shown; words in its place where it is nested too deeply. */
export function shownJson(value: unknown): string {
  return isDeeperThan(value, MAX_LEVELS) ? TOO_DEEP : JSON.stringify(value);
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1));
}
