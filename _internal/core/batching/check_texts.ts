// Copyright 2026 the Rivulet authors. MIT license.

import { wellFormed } from "../well_formed.ts";

/**
 * A text as it can be sent. Refuses anything but a text, and tells its index: JavaScript callers have
 * no compiler.
 */
export function readText(text: unknown, index: number): string {
  if (typeof text !== "string") {
    throw new TypeError(`Pass strings as texts, got ${nameOf(text)} at index ${index}`);
  }
  return wellFormed(text);
}

/** Copies the texts, so that changes made while a request waits do not reach it. */
export function copyTexts(texts: readonly string[]): string[] {
  if (!Array.isArray(texts)) throw new TypeError(`Pass an array of texts, got ${nameOf(texts)}`);
  return Array.from(texts, readText);
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

/** What a value is, in a word. */
export function nameOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}
