// Copyright 2026 the Rivulet authors. MIT license.

import { readRepository } from "../stars/read_repository.ts";
import { isFullName, type Repository } from "../stars/repository.ts";
import type { SavedStars } from "../stars/star_sync.ts";
import type { KeptFiles } from "./kept_files.ts";

/** At least this long between two savings, */
const PAUSE_MS = 2000;
/** and at least this much more to save: each saving writes the whole. */
const GROWTH = 1.25;

/** The stars that an earlier run has read. */
export async function loadStars(files: KeptFiles, user: string): Promise<SavedStars | undefined> {
  const bytes = await files.read(nameOf(user));
  if (bytes === undefined) return undefined;
  try {
    return readSavedStars(JSON.parse(new TextDecoder().decode(bytes)), user);
  } catch {
    files.tellDamage(`The stars of @${user}`);
    return undefined;
  }
}

/** Saves the stars of a reading that goes on, no more often than is worth it. */
export class StarKeeper {
  readonly #files: KeptFiles;
  #latest: SavedStars | undefined;
  #savedAt = performance.now();
  #savedCount = 0;

  constructor(files: KeptFiles) {
    this.#files = files;
  }

  async offer(stars: SavedStars): Promise<void> {
    this.#latest = stars;
    const isDue = performance.now() - this.#savedAt >= PAUSE_MS &&
      stars.repositories.length >= this.#savedCount * GROWTH;
    if (isDue) await this.save();
  }

  /** Saves what has not been saved yet. */
  async save(): Promise<void> {
    const stars = this.#latest;
    if (stars === undefined) return;
    await this.#files.write(
      nameOf(stars.user),
      new TextEncoder().encode(JSON.stringify(stars)),
    );
    this.#latest = undefined;
    this.#savedAt = performance.now();
    this.#savedCount = stars.repositories.length;
  }
}

function nameOf(user: string): string {
  return `stars-${user.toLowerCase()}.json`;
}

/** Throws a TypeError where a value is no list of the stars of this user. */
function readSavedStars(value: unknown, user: string): SavedStars {
  const stars = value as SavedStars;
  const isWhole = stars.user.toLowerCase() === user.toLowerCase() &&
    typeof stars.total === "number" &&
    !Number.isNaN(Date.parse(stars.savedAt)) && isPage(stars.nextPage) &&
    Array.isArray(stars.repositories) && stars.repositories.every(isRepository);
  if (!isWhole) throw new TypeError("The file holds no stars");
  // Earlier versions have kept texts as they came.
  return { ...stars, repositories: stars.repositories.map((entry) => readRepository(entry)!) };
}

function isPage(value: unknown): boolean {
  return value === undefined || (Number.isSafeInteger(value) && (value as number) > 0);
}

function isRepository(value: unknown): value is Repository {
  const { fullName, description, topics, stars, archived, ...rest } = value as Repository;
  const { language, license, pushedAt, starredAt } = rest;
  return typeof fullName === "string" && isFullName(fullName) && typeof description === "string" &&
    typeof stars === "number" && typeof archived === "boolean" &&
    Array.isArray(topics) && topics.every((topic) => typeof topic === "string") &&
    [language, license, pushedAt, starredAt].every((text) =>
      text === undefined || typeof text === "string"
    );
}
