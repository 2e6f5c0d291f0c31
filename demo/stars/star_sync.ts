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
  /** How many entries were left out, since they are no repositories. */
  readonly unreadable?: number;
  /** When the newest page was read, as an ISO date. */
  readonly savedAt: string;
}

/** The stars after one more page, and what came with it. */
export interface SyncStep {
  readonly stars: SavedStars;
  readonly fresh: readonly Repository[];
  /** Where the fresh ones stand in the list. */
  readonly place: "front" | "end";
  /** Some are gone: all that are left are the fresh ones. */
  readonly isAnew?: boolean;
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
  for await (const { stars } of syncSteps(user, saved, access)) yield stars;
}

/** The same, with what each page has brought. */
export async function* syncSteps(
  user: string,
  saved: SavedStars | undefined,
  access: GitHubAccess = {},
): AsyncGenerator<SyncStep> {
  if (saved === undefined || saved.nextPage !== undefined) yield* readRest(user, saved, access);
  else yield* readNew(saved, access);
}

async function* readRest(
  user: string,
  saved: SavedStars | undefined,
  access: GitHubAccess,
): AsyncGenerator<SyncStep> {
  let repositories = saved?.repositories ?? [];
  // Kept from page to page: made anew for each, the names of 50,000 stars would be read 500 times.
  const known = namesOf(repositories);
  let unreadable = saved?.unreadable ?? 0;
  for await (const page of readStars(user, saved?.nextPage ?? 1, access)) {
    const fresh = takeUnknown(page.repositories, known);
    repositories = [...repositories, ...fresh];
    unreadable += page.unreadable;
    const isLast = page.number >= page.lastPage;
    const stars: SavedStars = {
      user,
      repositories,
      ...(unreadable > 0 && { unreadable }),
      ...(isLast ? {} : { nextPage: page.number + 1 }),
      total: isLast ? repositories.length : page.lastPage * PAGE_SIZE,
      savedAt: new Date().toISOString(),
    };
    yield { stars, fresh, place: "end" };
  }
}

async function* readNew(saved: SavedStars, access: GitHubAccess): AsyncGenerator<SyncStep> {
  const fresh: Repository[] = [];
  const known = namesOf(saved.repositories);
  const read: Repository[] = [];
  for await (const page of readStars(saved.user, 1, access)) {
    const unknown = takeUnknown(page.repositories, known);
    fresh.push(...unknown);
    read.push(...page.repositories);
    if (unknown.length < page.repositories.length) break;
  }
  const kept = withoutUnstarred(saved.repositories, read);
  const repositories = [...fresh, ...kept];
  const savedAt = new Date().toISOString();
  const isAnew = kept.length < saved.repositories.length;
  yield {
    stars: { ...saved, repositories, total: repositories.length, savedAt },
    fresh: isAnew ? repositories : fresh,
    place: isAnew ? "end" : "front",
    isAnew,
  };
}

/** What was starred after the oldest that was read now, and was not read, is no star any more. */
function withoutUnstarred(
  saved: readonly Repository[],
  read: readonly Repository[],
): readonly Repository[] {
  const oldest = read.at(-1)?.starredAt;
  if (oldest === undefined) return saved;
  const names = namesOf(read);
  return saved.filter(({ fullName, starredAt = "" }) => starredAt <= oldest || names.has(fullName));
}

/** Those that are not known yet; they are from now on. */
function takeUnknown(repositories: readonly Repository[], known: Set<string>): Repository[] {
  return repositories.filter(({ fullName }) => {
    const isUnknown = !known.has(fullName);
    known.add(fullName);
    return isUnknown;
  });
}

function namesOf(repositories: readonly Repository[]): Set<string> {
  return new Set(repositories.map(({ fullName }) => fullName));
}
