// Copyright 2026 the Rivulet authors. MIT license.

import type { Filters } from "../../stars/filters.ts";
import type { Repository } from "../../stars/repository.ts";
import type { SortOrder } from "../../stars/sort.ts";
import type { Matches } from "./matches.ts";

// What the page and its search worker say to each other. Repositories go over once; after that,
// names are enough.

/** The packed vectors of repositories, 8 bits a number, one after another in one buffer. */
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

/** What a search is for. */
export interface SearchWish {
  /** As it stands in the box, with typed filters; without words it asks for the list itself. */
  readonly question: string;
  readonly filters: Filters;
  readonly sort: SortOrder;
  readonly meaning: QuestionMeaning;
  /** How many to give at most. */
  readonly limit: number;
}

/** What a search found, but for the repositories: these are known by their names. */
export interface Ranked extends Omit<Matches, "question" | "repositories"> {
  /** Full names, in the order that was asked for. */
  readonly names: readonly string[];
}

/** From the page. */
export type SearchRequest =
  | { readonly kind: "reset" }
  | { readonly kind: "add"; readonly repositories: readonly Repository[] }
  /** No more come for now. */
  | { readonly kind: "whole" }
  | { readonly kind: "clearVectors" }
  | { readonly kind: "addVectors"; readonly block: VectorBlock }
  | ({ readonly kind: "search"; readonly id: number } & SearchWish);

/** From the worker. */
export type SearchReply =
  | { readonly kind: "indexed"; readonly count: number; readonly isComplete: boolean }
  | ({
    readonly kind: "found";
    readonly id: number;
    /** How long the ranking took, for the bench. */
    readonly milliseconds: number;
  } & Ranked)
  | { readonly kind: "failed"; readonly id: number; readonly message: string };
