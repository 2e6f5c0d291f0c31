// Copyright 2026 the Rivulet authors. MIT license.

import { type GitHubAccess, PAGE_SIZE, readStars } from "./github.ts";
import type { Repository } from "./repository.ts";

/** A person's stars as far as they have been read. */
export interface SavedStars {
  readonly user: string;
  /** Newest star first. */
  readonly repositories: readonly Repository[];
  /** The page to go on with; undefined once all have been read. */
  readonly nextPage?: number;
  /** How many stars there are, to the next hundred. */
  readonly total: number;
  /** When the newest page was read, as an ISO date. */
  readonly savedAt: string;
}

/**
 * Reads what is not known yet and yields the whole after each page, to be saved: nothing is lost
 * when a page fails. Goes on where an earlier reading ended, and looks for new stars only until the
 * first known one.
 */
export async function* syncStars(
  user: string,
  saved: SavedStars | undefined,
  access: GitHubAccess = {},
): AsyncGenerator<SavedStars> {
  if (saved === undefined || saved.nextPage !== undefined) yield* readRest(user, saved, access);
  else yield* readNew(saved, access);
}

async function* readRest(
  user: string,
  saved: SavedStars | undefined,
  access: GitHubAccess,
): AsyncGenerator<SavedStars> {
  let repositories = saved?.repositories ?? [];
  const known = namesOf(repositories);
  for await (const page of readStars(user, saved?.nextPage ?? 1, access)) {
    const unknown = page.repositories.filter(({ fullName }) => !known.has(fullName));
    unknown.forEach(({ fullName }) => known.add(fullName));
    repositories = [...repositories, ...unknown];
    const isLast = page.number >= page.lastPage;
    yield {
      user,
      repositories,
      ...(isLast ? {} : { nextPage: page.number + 1 }),
      total: isLast ? repositories.length : page.lastPage * PAGE_SIZE,
      savedAt: new Date().toISOString(),
    };
  }
}

async function* readNew(saved: SavedStars, access: GitHubAccess): AsyncGenerator<SavedStars> {
  const fresh: Repository[] = [];
  const known = namesOf(saved.repositories);
  for await (const page of readStars(saved.user, 1, access)) {
    const unknown = page.repositories.filter(({ fullName }) => !known.has(fullName));
    fresh.push(...unknown);
    if (unknown.length < page.repositories.length) break;
  }
  const repositories = [...fresh, ...saved.repositories];
  yield { ...saved, repositories, total: repositories.length, savedAt: new Date().toISOString() };
}

function namesOf(repositories: readonly Repository[]): Set<string> {
  return new Set(repositories.map(({ fullName }) => fullName));
}
