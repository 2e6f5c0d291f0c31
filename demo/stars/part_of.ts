// Copyright 2026 the Rivulet authors. MIT license.

import type { SavedStars } from "./star_sync.ts";

/** How much of a list has been read. */
export interface PartRead {
  readonly count: number;
  /** To the next hundred. */
  readonly total: number;
}

/** How much of a list is here where it is not whole; undefined where it is. */
export function partOf(stars: SavedStars): PartRead | undefined {
  const { repositories: { length: count }, total, nextPage } = stars;
  return nextPage === undefined ? undefined : { count, total: Math.max(count, total) };
}
