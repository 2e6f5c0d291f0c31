// Copyright 2026 the Rivulet authors. MIT license.

import { readStarBounds } from "./star_bounds.ts";

/** A filter that stands in the box, such as `lang:rust`. */
export interface TypedFilter {
  readonly kind: "is" | "language" | "license" | "stars" | "topic" | "user";
  /** What was typed behind the colon, without quotes. */
  readonly value: string;
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
  /(?<![^\s(])(is|lang|language|license|owner|stars|topic|user):(?:"([^"\n]*)"?|([^\s"]+))/gi;

/**
 * Takes the filters out of a question. A prefix that is not known is a word like others, and so is
 * one with a value that nothing could have.
 */
export function readQuery(text: string): Query {
  const typed = [...text.matchAll(PREFIXED)]
    .map((match): TypedFilter => ({
      kind: KINDS.get(match[1]!.toLowerCase())!,
      value: valueOf(match[2] ?? match[3] ?? ""),
      start: match.index,
      end: match.index + match[0].length,
    }))
    .filter(isUnderstood);
  return { words: typed.reduceRight(withoutFilter, text), typed };
}

/** The text without one of its filters. */
export function withoutFilter(text: string, { start, end }: TypedFilter): string {
  const before = text.slice(0, start);
  const after = text.slice(end);
  return before === "" || /\s$/.test(before) ? before + after.trimStart() : before + after;
}

function isUnderstood({ kind, value }: TypedFilter): boolean {
  if (kind === "is") return value.toLowerCase() === "archived";
  return kind === "stars" ? readStarBounds(value) !== undefined : value !== "";
}

/** A sign at the end belongs to the sentence, and an @ to the way in which users are written. */
function valueOf(typed: string): string {
  return typed.trim().replace(/^@/, "").replace(/[,;.!?)]$/, "");
}
