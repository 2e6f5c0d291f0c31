// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "../../stars/repository.ts";

// What the page and its search worker say to each other. Repositories go over once; after that,
// names are enough.

/** Which repositories to search among. */
export interface Filters {
  /** A language, or `""` for all. */
  readonly language: string;
  readonly hideArchived: boolean;
}

/** The vectors of repositories, one after another in one buffer. */
export interface VectorBlock {
  readonly names: readonly string[];
  readonly dimensions: number;
  readonly buffer: ArrayBuffer;
}

/**
 * The question as a vector, where there is one; "missing" where none can be had, and what the best
 * matches by words mean stands in for it.
 */
export type QuestionMeaning = Float32Array | "missing" | undefined;

/** Whose meaning took part in a ranking. */
export type ComparedWith = "question" | "matches" | "nothing";

/** From the page. */
export type SearchRequest =
  | { readonly kind: "reset" }
  | { readonly kind: "add"; readonly repositories: readonly Repository[] }
  | { readonly kind: "vectors"; readonly block: VectorBlock | undefined }
  | {
    readonly kind: "search";
    readonly id: number;
    /** `""` asks for the first ones of the list. */
    readonly question: string;
    readonly meaning: QuestionMeaning;
    readonly filters: Filters;
    readonly limit: number;
  };

/** From the worker. */
export type SearchReply =
  | { readonly kind: "indexed"; readonly count: number; readonly isComplete: boolean }
  | {
    readonly kind: "found";
    readonly id: number;
    /** Full names, best first. */
    readonly names: readonly string[];
    readonly comparedWith: ComparedWith;
    /** How long the ranking took. */
    readonly milliseconds: number;
  };
