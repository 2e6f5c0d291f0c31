// Copyright 2026 the Rivulet authors. MIT license.

// A server may nest its JSON as deeply as it likes, and a function that calls itself for each level
// then runs out of stack. Whatever follows the JSON of a server does so for this many levels. What
// looks for a failure looks at this many values, because that is done in one turn.

/** Deeper than any server nests what it has to say. */
export const MAX_LEVELS = 100;

/** More than any server puts into an error. */
export const MAX_VALUES = 1000;

const TOO_MANY = `the server sent an error of more than ${MAX_VALUES} values`;

/** What is said of an error that is nested more deeply. */
export const TOO_DEEP: string =
  `the server sent an error that is nested more than ${MAX_LEVELS} levels deep`;

/** A value in JSON, to be shown; words in its place where it is nested too deeply. */
export function shownJson(value: unknown): string {
  return isDeeperThan(value, MAX_LEVELS) ? TOO_DEEP : JSON.stringify(value);
}

/** An error in JSON, to be shown; words in its place where it is too deep or holds too much. */
export function shownError(error: unknown): string {
  return faultOf(error, { left: MAX_VALUES }, MAX_LEVELS) ?? JSON.stringify(error);
}

/** Why an error is not shown, known after as few values as may be. */
function faultOf(value: unknown, count: { left: number }, levels: number): string | undefined {
  if (--count.left < 0) return TOO_MANY;
  if (typeof value !== "object" || value === null) return undefined;
  if (levels === 0) return TOO_DEEP;
  for (const name in value) {
    const fault = faultOf((value as Record<string, unknown>)[name], count, levels - 1);
    if (fault !== undefined) return fault;
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeperThan(part, levels - 1));
}
