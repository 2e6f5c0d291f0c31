// Copyright 2026 the Rivulet authors. MIT license.

import { findWishes } from "./wishes.ts";

/** A filter that stands in the box: `lang:rust`, `-electron`, or in plain words "not in Java". */
export interface TypedFilter {
  readonly kind: "language" | "topic" | "user" | "word";
  /** What was typed behind the colon, without quotes. */
  readonly value: string;
  /** Whether it is not wanted. */
  readonly isNot?: true;
  /** Where it stands. */
  readonly start: number;
  readonly end: number;
}

/** What stands in the box, taken apart. */
export interface Query {
  /** What is looked for, without the filters. */
  readonly words: string;
  readonly typed: readonly TypedFilter[];
}

const KINDS: ReadonlyMap<string, TypedFilter["kind"]> = new Map([
  ["lang", "language"],
  ["language", "language"],
  ["owner", "user"],
  ["topic", "topic"],
  ["user", "user"],
]);

/** Quotes hold a value together; one that does not end goes on to the end of the line. */
const PREFIXED = /(?<![^\s(])(-?)(lang|language|owner|topic|user):(?:"([^"\n]*)"?|([^\s"]+))/gi;

/** A word that is not wanted. Shorter ones are flags of commands. */
const MINUS = /(?<=^|\s)-(\p{L}[\p{L}\p{N}+#.]{2,})(?=$|[\s,;])/gu;

/** More words are no question with wishes, but a text that was pasted. */
const MAX_FOR_WISHES = 300;

/** Takes the filters out of a question. A prefix that is not known is a word like others. */
export function readQuery(text: string): Query {
  const prefixed = [...text.matchAll(PREFIXED)]
    .map((match): TypedFilter => ({
      kind: KINDS.get(match[2]!.toLowerCase())!,
      value: valueOf(match[3] ?? match[4] ?? ""),
      start: match.index,
      end: match.index + match[0].length,
      ...(match[1] === "" ? {} : { isNot: true }),
    }))
    .filter(({ value }) => value !== "");
  const wished = text.length > MAX_FOR_WISHES ? [] : [...minusWords(text), ...findWishes(text)]
    .filter((wish) => prefixed.every((one) => wish.end <= one.start || wish.start >= one.end));
  const typed = [...prefixed, ...wished].sort((one, other) => one.start - other.start);
  return { words: typed.reduceRight(withoutFilter, text), typed };
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

/** The text without one of its filters. */
export function withoutFilter(text: string, { start, end }: TypedFilter): string {
  const before = text.slice(0, start);
  const after = text.slice(end);
  return before === "" || /\s$/.test(before) ? before + after.trimStart() : before + after;
}

/** A sign at the end belongs to the sentence, and an @ to the way in which users are written. */
function valueOf(typed: string): string {
  return typed.trim().replace(/^@/, "").replace(/[,;.!?)]$/, "");
}

/** A filter in words: `language: rust`, `not electron`. */
export function filterWords({ kind, value, isNot }: TypedFilter): string {
  return `${isNot ? "not " : ""}${kind === "word" ? "" : `${kind}: `}${value}`;
}
