// Copyright 2026 the Rivulet authors. MIT license.

import { type GitHubAccess, GitHubError } from "../../stars/github.ts";
import type { Repository } from "../../stars/repository.ts";
import { type SavedStars, syncStars } from "../../stars/star_sync.ts";
import { deleteStars, loadStars, openDatabase, saveStars, type StarsDatabase } from "./database.ts";

/** How a reading went on. */
export interface ReadingProgress {
  readonly stars: SavedStars;
  /** What came with this page. */
  readonly fresh: readonly Repository[];
}

/** How a reading ended. */
export type ReadingEnd =
  | { readonly kind: "complete" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly error: GitHubError };

/** Reads stars from GitHub and keeps them in this browser, page by page. */
export class StarShelf {
  #database: Promise<StarsDatabase> | undefined;

  /** The stars of a user that are kept here. No request. */
  async load(user: string): Promise<SavedStars | undefined> {
    return await this.#kept((database) => loadStars(database, user), undefined);
  }

  /** Reads on, or reads what is new. Each page is kept before the next one is asked for. */
  async read(
    user: string,
    { saved, access, onPage }: {
      saved: SavedStars | undefined;
      access: GitHubAccess;
      onPage: (progress: ReadingProgress) => void;
    },
  ): Promise<ReadingEnd> {
    let known = new Set(saved?.repositories.map(({ fullName }) => fullName));
    try {
      for await (const stars of syncStars(user, saved, access)) {
        const fresh = stars.repositories.filter(({ fullName }) => !known.has(fullName));
        known = new Set(stars.repositories.map(({ fullName }) => fullName));
        await this.#kept((database) => saveStars(database, stars, fresh), undefined);
        onPage({ stars, fresh });
      }
      return { kind: "complete" };
    } catch (error) {
      if (access.signal?.aborted) return { kind: "cancelled" };
      if (error instanceof GitHubError) return { kind: "failed", error };
      throw error;
    }
  }

  async forget(user: string): Promise<void> {
    await this.#kept((database) => deleteStars(database, user.toLowerCase()), undefined);
  }

  /**
   * Works on the database; a browser that keeps nothing gives `otherwise`, and the page goes on
   * without.
   */
  async #kept<T>(work: (database: StarsDatabase) => Promise<T>, otherwise: T): Promise<T> {
    try {
      this.#database ??= openDatabase();
      return await work(await this.#database);
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      this.#database = undefined;
      return otherwise;
    }
  }

  /** Lets go of the database, so that it can be deleted. */
  async close(): Promise<void> {
    (await this.#database)?.close();
    this.#database = undefined;
  }

  /** The database, for what else is kept there; undefined where the browser keeps nothing. */
  async database(): Promise<StarsDatabase | undefined> {
    return await this.#kept((database) => Promise.resolve(database), undefined);
  }
}
