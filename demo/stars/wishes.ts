// Copyright 2026 the Rivulet authors. MIT license.

import { STOP_WORDS } from "./searched_terms.ts";
import type { TypedFilter } from "./typed_filter.ts";
import { type Word, wordsIn } from "./words.ts";

// What people wish in plain words. Only the ordinary forms are taken, since a filter hides what a
// word that was taken wrongly only puts lower.

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** Languages that are no other word after "in". */
const LANGUAGES = setOf(
  "rust golang java javascript typescript python ruby php kotlin haskell elixir erlang clojure scala " +
    "perl lua zig nim ocaml dart julia powershell c++ cpp c# csharp f# fsharp js ts",
);
/** After these the words may go on: "not in go routines" says nothing of Go. */
const SHORT = setOf("go c r d swift");
const GOES_ON = setOf("and or but that which with without for not in to");
const WRITTEN = setOf("written made built coded");
const ARTICLES = setOf("a an any the");

/** What follows "no" or "without" in set phrases, which name no thing. */
const NO_THINGS = setOf(
  "code more longer one matter idea need problem way only so even just too very limit limits loss",
);

/** What a text does not want, in its order. */
export function findWishes(text: string): TypedFilter[] {
  const words = wordsIn(text);
  const unwanted = words.flatMap((_, place) => unwantedAt(place, { text, words }));
  return [...languagesIn(text).filter(({ isNot }) => isNot), ...unwanted]
    .sort((one, other) => one.start - other.start);
}

/**
 * The languages that a text names as "in Go", to be offered as filters and not more: of what people
 * list under "Charts in JavaScript", such a filter loses one of eight, see docs/retrieval.md.
 */
export function languagesToOffer(text: string): TypedFilter[] {
  return languagesIn(text).filter(({ isNot }) => !isNot);
}

function languagesIn(text: string): TypedFilter[] {
  const words = wordsIn(text);
  return words.flatMap((word, place): TypedFilter[] => {
    const language = words[place + 1];
    if (word.text !== "in" || language === undefined || !isLanguage(place + 1, { text, words })) {
      return [];
    }
    let first = place;
    if (WRITTEN.has(words[first - 1]?.text ?? "")) first--;
    const isNot = words[first - 1]?.text === "not";
    if (isNot) first--;
    const { start } = words[first]!;
    const value = text.slice(language.start, language.end);
    return [{
      kind: "language",
      value,
      start,
      end: language.end,
      ...(isNot ? { isNot: true } : {}),
    }];
  });
}

interface Read {
  readonly text: string;
  readonly words: readonly Word[];
}

function isLanguage(place: number, { text, words }: Read): boolean {
  const word = words[place]!;
  if (LANGUAGES.has(word.text)) return true;
  if (!SHORT.has(word.text)) return false;
  const next = words[place + 1];
  return next === undefined || GOES_ON.has(next.text) || !isBeside(word, next, text);
}

/** "without electron"; "no telemetry" and "not curl" where a new part of the sentence begins. */
function unwantedAt(place: number, { text, words }: Read): TypedFilter[] {
  const word = words[place]!;
  const before = words[place - 1];
  const isNewPart = before === undefined ||
    (text.slice(before.end, word.start).trim() !== "" && text[word.start - 1] !== "-");
  const isUnwanted = word.text === "without" ||
    (word.text === "no" && (isNewPart || ["and", "but", "with"].includes(before.text))) ||
    (word.text === "not" && before !== undefined && (isNewPart || before.text === "but"));
  const first = ARTICLES.has(words[place + 1]?.text ?? "") ? place + 2 : place + 1;
  const thing = words[first];
  if (!isUnwanted || thing === undefined || !isThing(thing.text)) return [];
  if (words.slice(place, first).some((one, at) => !isBeside(one, words[place + at + 1]!, text))) {
    return [];
  }
  const end = endOfName(first, { text, words });
  const value = text.slice(thing.start, end);
  return [{ kind: "word", value, start: word.start, end, isNot: true }];
}

/** `node.js` and `self-hosted` are one thing. */
function endOfName(place: number, { text, words }: Read): number {
  const word = words[place]!;
  const next = words[place + 1];
  const isJoined = next !== undefined && ["-", "."].includes(text.slice(word.end, next.start));
  return isJoined ? endOfName(place + 1, { text, words }) : word.end;
}

/** Whether nothing but space stands between two words. */
function isBeside(one: Word, next: Word, text: string): boolean {
  return text.slice(one.end, next.start).trim() === "";
}

function isThing(word: string): boolean {
  return word.length > 1 && word !== "in" && !word.endsWith("ing") && !STOP_WORDS.has(word) &&
    !NO_THINGS.has(word);
}
