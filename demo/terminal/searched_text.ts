// Copyright 2026 the Rivulet authors. MIT license.

import { readQuery } from "../stars/query.ts";
import { type TypedFilter, withoutFilter } from "../stars/typed_filter.ts";
import type { ChatOptions } from "./options.ts";

/** What of a question is searched for. */
export interface SearchedText {
  /** The question without its filters. */
  readonly words: string;
  readonly typed: readonly TypedFilter[];
}

/** A question can be a whole file; its first words say what is looked for. */
const MAX_WORDS = 100;

/** Takes a question apart. One that goes on from another is about what that one has narrowed down. */
export function searchedText({ question, typed, turns }: ChatOptions): SearchedText {
  return {
    // What another program writes is no filter: the words of the command line stand before it.
    words: typed.reduceRight(withoutFilter, question),
    typed: typed.length > 0 ? typed : readQuery(turns.at(-1)?.filters ?? "").typed,
  };
}

/** The words to search for: those of a question, and of the last `turns` that it goes on from. */
export function questionWords(options: ChatOptions, turns = 1): string {
  const earlier = options.turns.slice(-turns).toReversed()
    .map(({ question }) => readQuery(question).words);
  return [searchedText(options).words, ...earlier].join(" ").trim().split(/\s+/, MAX_WORDS)
    .join(" ");
}
