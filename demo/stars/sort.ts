// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "./repository.ts";
import { compareDates } from "./tied.ts";

/** What stands first. */
export type SortOrder = "best" | "starred" | "stars" | "pushed";

/** The orders to offer, in words. */
export const SORT_ORDERS: readonly { readonly id: SortOrder; readonly words: string }[] = [
  { id: "best", words: "Best match" },
  { id: "starred", words: "Starred last" },
  { id: "stars", words: "Most stars" },
  { id: "pushed", words: "Last push" },
];

type Compare = (one: Repository, other: Repository) => number;

const COMPARE: Readonly<Record<Exclude<SortOrder, "best">, Compare>> = {
  starred: (one, other) => compareDates(other.starredAt, one.starredAt),
  stars: (one, other) => other.stars - one.stars,
  pushed: (one, other) => compareDates(other.pushedAt, one.pushedAt),
};

/** The repositories in an order. The best come as they are, and so do those that are equal. */
export function sortRepositories(
  repositories: readonly Repository[],
  order: SortOrder,
): readonly Repository[] {
  return order === "best" ? repositories : [...repositories].sort(COMPARE[order]);
}
