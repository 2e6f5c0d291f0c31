// Copyright 2026 the Rivulet authors. MIT license.

import { readStarBounds } from "./star_bounds.ts";
import { type TypedFilter, withoutFilter } from "./typed_filter.ts";
import { findWishes, languagesToOffer } from "./wishes.ts";

/** What stands in the box, taken apart. */
export interface Query {
  /** What is looked for, without the filters. */
  readonly words: string;
  readonly typed: readonly TypedFilter[];
  /** Languages that it names as "in Go", to be offered as filters. */
  readonly offered: readonly TypedFilter[];
}

const KINDS: ReadonlyMap<string, TypedFilter["kind"]> = new Map([
  ["is", "is"],
  ["lang", "language"],
  ["language", "language"],
  ["license", "license"],
  ["owner", "user"],
  ["stars", "stars"],
  ["topic", "topic"],
  ["user", "user"],
]);

/** Quotes hold a value together; one that does not end goes on to the end of the line. */
const PREFIXED =
  /(?<![^\s(])(-?)(is|lang|language|license|owner|stars|topic|user):(?:"([^"\n]*)"?|([^\s"]+))/gi;

/** A word that is not wanted. Shorter ones are flags of commands. */
const MINUS = /(?<=^|\s)-(\p{L}[\p{L}\p{N}+#.]{2,})(?=$|[\s,;])/gu;

/** More words are no question with wishes, but a text that was pasted. */
const MAX_FOR_WISHES = 300;

/**
 * Takes the filters out of a question. A prefix that is not known is a word like others, and so is
 * one with a value that nothing could have.
 */
export function readQuery(text: string): Query {
  const prefixed = [...text.matchAll(PREFIXED)]
    .map((match): TypedFilter => ({
      kind: KINDS.get(match[2]!.toLowerCase())!,
      value: valueOf(match[3] ?? match[4] ?? ""),
      start: match.index,
      end: match.index + match[0].length,
      ...(match[1] === "" ? {} : { isNot: true }),
    }))
    .filter(isUnderstood);
  const isShort = text.length <= MAX_FOR_WISHES;
  const wished = (isShort ? [...minusWords(text), ...findWishes(text)] : []).filter((wish) =>
    prefixed.every((one) => wish.end <= one.start || wish.start >= one.end)
  );
  const typed = [...prefixed, ...wished].sort((one, other) => one.start - other.start);
  const offered = isShort ? languagesToOffer(text) : [];
  return { words: typed.reduceRight(withoutFilter, text), typed, offered };
}

function minusWords(text: string): TypedFilter[] {
  return [...text.matchAll(MINUS)].map((match) => ({
    kind: "word",
    value: match[1]!,
    start: match.index,
    end: match.index + match[0].length,
    isNot: true,
  }));
}

function isUnderstood({ kind, value }: TypedFilter): boolean {
  if (kind === "is") return value.toLowerCase() === "archived";
  return kind === "stars" ? readStarBounds(value) !== undefined : value !== "";
}

/** A sign at the end belongs to the sentence, and an @ to the way in which users are written. */
function valueOf(typed: string): string {
  return typed.trim().replace(/^@/, "").replace(/[,;.!?)]$/, "");
}
