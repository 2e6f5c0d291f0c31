// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "./repository.ts";
import { wordsIn } from "./words.ts";

// Marked as pure: the page has the filters that are picked, and the bundler leaves these out of it.

/** Before a word these say that it is not there, or what else there is. */
const NEGATIONS = /* @__PURE__ */ setOf(
  "no,non,not,without,zero,than,replaces,instead of,alternative to,alternatives to," +
    "alternative for,replacement for",
);
const ARTICLES = /* @__PURE__ */ setOf("a,an,any,the");
/** And behind it: `telemetry-free`, `latex-alternative`. */
const WITHOUT = /* @__PURE__ */ setOf("free,less,alternative,alternatives,replacement");

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(","));
}

/**
 * Whether a repository speaks of a word as something that it has: a text that says "no telemetry",
 * "telemetry-free" or "alternative to Electron" does not.
 */
export function mentionOf(word: string): (repository: Repository) => boolean {
  const small = word.toLowerCase();
  const wanted = textsOf(small);
  return ({ fullName, description, language = "", topics }) =>
    [fullName.slice(fullName.indexOf("/") + 1), language, ...topics, description].some((text) =>
      text.toLowerCase().includes(small) && hasMention(textsOf(text), wanted)
    );
}

function textsOf(text: string): string[] {
  return wordsIn(text).map((word) => word.text);
}

function hasMention(words: readonly string[], wanted: readonly string[]): boolean {
  return words.some((_, place) => {
    const isHere = wanted.every((word, index) =>
      words[place + index] === word ||
      (index === wanted.length - 1 && words[place + index] === `${word}s`)
    );
    if (!isHere || WITHOUT.has(words[place + wanted.length] ?? "")) return false;
    const before = words.slice(Math.max(0, place - 3), place).filter((word) => !ARTICLES.has(word));
    return !NEGATIONS.has(before.at(-1) ?? "") && !NEGATIONS.has(before.slice(-2).join(" "));
  });
}
