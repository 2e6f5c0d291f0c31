// Copyright 2026 the Rivulet authors. MIT license.

// The package exports none of its error classes, and some have no name of their own. So names and
// texts are all there is to know a failure by.

/** What is known of something that the engine threw. */
export interface Failure {
  readonly name: string;
  readonly text: string;
}

/** Whether a failure is of one kind. */
export type Matches = (failure: Failure) => boolean;

/** Reads whatever was thrown; some errors are a plain text with the name before a colon. */
export function readFailure(error: unknown): Failure {
  if (error instanceof Error) return { name: error.name, text: error.message };
  const [, name = "", text = String(error)] = /^(\w+): ([^]*)$/.exec(String(error)) ?? [];
  return { name, text };
}

/** Failures with one of these names. */
export function named(...names: string[]): Matches {
  return ({ name }) => names.includes(name);
}

/** Failures with such a text. */
export function saying(pattern: RegExp): Matches {
  return ({ text }) => pattern.test(text);
}

/** Failures of one kind or the other. */
export function either(first: Matches, second: Matches): Matches {
  return (failure) => first(failure) || second(failure);
}
