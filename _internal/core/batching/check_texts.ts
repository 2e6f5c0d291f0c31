// Copyright 2026 the Rivulet authors. MIT license.

/** Refuses what is no text, and tells where it stands: JavaScript callers have no compiler. */
export function checkText(text: unknown, index: number): asserts text is string {
  if (typeof text !== "string") {
    throw new TypeError(`Pass strings as texts, got ${nameOf(text)} at index ${index}`);
  }
}

/** Copies the texts, so that changes made while a request waits do not reach it. */
export function copyTexts(texts: readonly string[]): string[] {
  if (!Array.isArray(texts)) throw new TypeError(`Pass an array of texts, got ${nameOf(texts)}`);
  return Array.from(texts, (text, index) => {
    checkText(text, index);
    return text;
  });
}

/**
 * Refuses what holds no texts, above all a single string, which would be taken letter by letter.
 */
export function checkIterable(texts: unknown): void {
  if (typeof texts === "object" && texts !== null) {
    if (Symbol.iterator in texts || Symbol.asyncIterator in texts || isStream(texts)) return;
  }
  throw new TypeError(`Pass an iterable of texts, got ${nameOf(texts)}`);
}

/** A ReadableStream, which not every browser can iterate over. */
export function isStream(texts: object): texts is ReadableStream<string> {
  return "getReader" in texts;
}

function nameOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}
