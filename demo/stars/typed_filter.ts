// Copyright 2026 the Rivulet authors. MIT license.

/** A filter that stands in the box: `lang:rust`, `-electron`, or in plain words "not in Java". */
export interface TypedFilter {
  readonly kind: "is" | "language" | "license" | "stars" | "topic" | "user" | "word";
  /** What was typed behind the colon, without quotes. */
  readonly value: string;
  /** Whether it is not wanted. */
  readonly isNot?: true;
  /** Where it stands. */
  readonly start: number;
  readonly end: number;
}

/** The text without one of its filters. */
export function withoutFilter(text: string, { start, end }: TypedFilter): string {
  const before = text.slice(0, start);
  const after = text.slice(end);
  return before === "" || /\s$/.test(before) ? before + after.trimStart() : before + after;
}

/** A filter in words: `language: rust`, `not electron`. */
export function filterWords({ kind, value, isNot }: TypedFilter): string {
  return `${isNot ? "not " : ""}${kind === "word" ? "" : `${kind}: `}${value}`;
}
