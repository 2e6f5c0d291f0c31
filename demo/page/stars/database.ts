// Copyright 2026 the Rivulet authors. MIT license.

import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Repository } from "../../stars/repository.ts";
import type { SavedStars } from "../../stars/star_sync.ts";

export const DATABASE = "ask-stars";

/** How far the stars of a user have been read. */
export interface SavedUser {
  /** In small letters: GitHub does not tell capitals apart. */
  readonly login: string;
  readonly user: string;
  readonly nextPage?: number;
  readonly total: number;
  readonly savedAt: string;
}

/** The vectors of one list, by one model, in one block. */
export interface SavedVectors {
  readonly key: string;
  readonly login: string;
  readonly model: string;
  readonly dimensions: number;
  readonly names: readonly string[];
  readonly hashes: readonly number[];
  readonly buffer: ArrayBuffer;
}

interface Schema extends DBSchema {
  users: { key: string; value: SavedUser };
  repos: {
    key: [login: string, fullName: string];
    value: Repository & { login: string };
    indexes: { login: string };
  };
  vectors: { key: string; value: SavedVectors; indexes: { login: string } };
}

/** What the page keeps in this browser. */
export type StarsDatabase = IDBPDatabase<Schema>;

/** Opens the database. Rejects where the browser keeps nothing for this page. */
export function openDatabase(): Promise<StarsDatabase> {
  return openDB<Schema>(DATABASE, 1, {
    upgrade(database) {
      database.createObjectStore("users", { keyPath: "login" });
      const repos = database.createObjectStore("repos", { keyPath: ["login", "fullName"] });
      repos.createIndex("login", "login");
      const vectors = database.createObjectStore("vectors", { keyPath: "key" });
      vectors.createIndex("login", "login");
    },
    // Another tab wants to delete it.
    blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
  });
}

/** The stars of a user that were kept; undefined where there are none. */
export async function loadStars(
  database: StarsDatabase,
  user: string,
): Promise<SavedStars | undefined> {
  const login = user.toLowerCase();
  const saved = await database.get("users", login);
  if (saved === undefined) return undefined;
  const rows = await database.getAllFromIndex("repos", "login", login);
  const repositories = rows.map(({ login: _, ...repository }): Repository => repository)
    .sort((one, other) => (other.starredAt ?? "").localeCompare(one.starredAt ?? ""));
  const { nextPage, total, savedAt } = saved;
  return {
    user: saved.user,
    repositories,
    total,
    savedAt,
    ...(nextPage !== undefined && { nextPage }),
  };
}

/** Keeps what is new, and how far the reading has come, together. */
export async function saveStars(
  database: StarsDatabase,
  { user, repositories: _, ...progress }: SavedStars,
  fresh: readonly Repository[],
): Promise<void> {
  const login = user.toLowerCase();
  const transaction = database.transaction(["users", "repos"], "readwrite");
  const repos = transaction.objectStore("repos");
  await Promise.all([
    ...fresh.map((repository) => repos.put({ ...repository, login })),
    transaction.objectStore("users").put({ login, user, ...progress }),
    transaction.done,
  ]);
}

/** Forgets a user with everything that was made of the stars. */
export async function deleteStars(database: StarsDatabase, login: string): Promise<void> {
  const transaction = database.transaction(["users", "repos", "vectors"], "readwrite");
  const names = await transaction.objectStore("repos").index("login").getAllKeys(login);
  const vectors = await transaction.objectStore("vectors").index("login").getAllKeys(login);
  await Promise.all([
    ...names.map((key) => transaction.objectStore("repos").delete(key)),
    ...vectors.map((key) => transaction.objectStore("vectors").delete(key)),
    transaction.objectStore("users").delete(login),
    transaction.done,
  ]);
}
