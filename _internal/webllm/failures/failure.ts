// Copyright 2026 the Rivulet authors. MIT license.

// A fault of the engine up to 0.2.86: it exports none of its error classes, and some have no name of
// their own. So names and texts are all there is to know a failure by.

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

/** Fields of a request that the engine refuses, before it does anything or as its first step. */
export const REFUSED_FIELDS: readonly string[] = [
  "AudioInputError",
  "ContentTypeError",
  "CustomResponseFormatError",
  "CustomSystemPromptError",
  "DependencyError",
  "GrammarMatcherInitError",
  "InvalidNumberStringError",
  "InvalidResponseFormatError",
  "InvalidResponseFormatGrammarError",
  "InvalidResponseFormatStructuralTagError",
  "InvalidStreamOptionsError",
  "MessageOrderError",
  "MultipleTextContentError",
  "NonNegativeError",
  "SeedTypeError",
  "StreamingCountError",
  "SystemMessageOrderError",
  "UnsupportedFieldsError",
  "UnsupportedModelIdError",
];

// The words of Chromium, Firefox and Safari, of their compilers of programs and of the engine.

/** Memory of the page or of the graphics card that could not be had. */
export const NO_MEMORY: readonly RegExp[] = [
  /out[ _-]?of[ _-]?memory|\bOOM\b|not enough memory|enlarge memory|maximum memory size/i,
  /(cannot|could not|failed to|unable to) (allocate|reserve)|allocation failed/i,
  // A program without memory reads where none is.
  /memory access out of bounds|out of bounds memory access|index out of bounds$/i,
  /createBuffer failed|exceeds the max(imum)? (buffer|binding) size/i,
];

/** A graphics device that is gone, or the process of the browser that it lived in. */
export const LOST_DEVICE: readonly RegExp[] = [
  /has already been disposed|device (is|was) lost|device lost|Instance dropped/i,
  /external Instance reference|buffer (is|was) destroyed/i,
];

/** A file that is not as it was made. Not each failure of a program: that costs a whole download. */
export const DAMAGED: readonly RegExp[] = [
  /magic (word|number)|doesn't start with|extends past end|fell off end|BufferSource argument is empty/i,
  /(unknown|unexpected|invalid|duplicate) section|section (\(|was|out of|size)|unexpected end/i,
  /integrity|tensor-cache (record|\w+:)|Packed BF16 record/i,
  /Cannot find (global function|parameter in cache)|required VM function/i,
];
