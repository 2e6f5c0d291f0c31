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

/**
 * Reads whatever was thrown. The runtime throws objects that are no errors, errors of another window
 * are none of this one's, and some errors are a plain text with the name before a colon.
 */
export function readFailure(thrown: unknown): Failure {
  if (typeof thrown === "object" && thrown !== null) return readObject(thrown);
  const [, name = "", text = String(thrown)] = /^(\w+): ([^]*)$/.exec(String(thrown)) ?? [];
  return { name, text };
}

function readObject(thrown: object): Failure {
  const { name, message } = thrown as { name?: unknown; message?: unknown };
  // What WebGPU reports of a device has no name but that of its class.
  const ownName = typeof name === "string" ? name : thrown.constructor?.name ?? "";
  return { name: ownName, text: typeof message === "string" ? message : ownName };
}

/** Failures with one of these names. */
export function named(...names: string[]): Matches {
  return ({ name }) => names.includes(name);
}

/** Failures with such a text, or such another. */
export function saying(...patterns: RegExp[]): Matches {
  return ({ text }) => patterns.some((pattern) => pattern.test(text));
}

/** Failures of one kind or the other. */
export function either(...kinds: Matches[]): Matches {
  return (failure) => kinds.some((matches) => matches(failure));
}
