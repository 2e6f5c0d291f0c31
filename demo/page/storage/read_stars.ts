// Copyright 2026 the Rivulet authors. MIT license.

import { type GitHubAccess, GitHubError } from "../../stars/github.ts";
import type { Repository } from "../../stars/repository.ts";
import { type SavedStars, syncSteps } from "../../stars/star_sync.ts";
import type { PageStorage, Which } from "./page_storage.ts";

/** How far a reading is. */
export interface ReadingProgress {
  /**
   * The list that is searched from now on. While a full reload is under way it is the old one, and
   * undefined where there is none.
   */
  readonly stars: SavedStars | undefined;
  /** What came to the end of that list; undefined where it is another list than before. */
  readonly appended: readonly Repository[] | undefined;
  /** How many have been read, of about how many. */
  readonly count: number;
  readonly total: number;
  /** Whether these wait until the reload is whole. */
  readonly isStaged: boolean;
}

/** How a reading ended. */
export type ReadingEnd =
  | { readonly kind: "complete" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly error: GitHubError };

/** What a reading needs. */
export interface ReadStarsOptions {
  readonly storage: PageStorage;
  readonly access: GitHubAccess;
  /** Reads all of them anew. The old list stays until the new one is whole. @default {false} */
  readonly anew?: boolean | undefined;
  readonly onPage: (progress: ReadingProgress) => void;
}

/** What a reload that broke off has read is of use for a day; then the newest ones are missing. */
const STAGED_MS = 24 * 60 * 60 * 1000;

/**
 * Reads a user's stars from GitHub: those that are not known yet, or all anew. Each page is kept
 * before the next one is asked for, and a reading that broke off goes on where it ended.
 */
export async function readStars(
  user: string,
  { storage, access, anew = false, onPage }: ReadStarsOptions,
): Promise<ReadingEnd> {
  const current = await storage.loadStars(user);
  // With nothing to lose, what comes can be searched at once.
  const which: Which = anew && current !== undefined ? "staged" : "current";
  const saved = which === "staged" ? await loadStaged(storage, user) : current;
  try {
    for await (const step of syncSteps(user, saved, access)) {
      const { stars, fresh, place, isAnew = false } = step;
      await storage.saveStep(step, isAnew ? "staged" : which);
      if (isAnew) await storage.commitStaged(user);
      const { repositories: { length: count }, total, nextPage } = stars;
      const isWhole = nextPage === undefined;
      if (which === "staged" && isWhole) await storage.commitStaged(user);
      const isStaged = which === "staged" && !isWhole;
      onPage({
        stars: isStaged ? current : stars,
        appended: isStaged
          ? []
          : which === "current" && place === "end" && !isAnew
          ? fresh
          : undefined,
        count,
        total,
        isStaged,
      });
    }
    return { kind: "complete" };
  } catch (error) {
    if (access.signal?.aborted) return { kind: "cancelled" };
    if (error instanceof GitHubError) return { kind: "failed", error };
    throw error;
  }
}

async function loadStaged(storage: PageStorage, user: string): Promise<SavedStars | undefined> {
  const staged = await storage.loadStars(user, "staged");
  const isOfUse = staged?.nextPage !== undefined &&
    Date.now() - Date.parse(staged.savedAt) < STAGED_MS;
  return isOfUse ? staged : undefined;
}
