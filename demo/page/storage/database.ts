// Copyright 2026 the Rivulet authors. MIT license.

import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { DATABASE } from "./own_names.ts";

/** The first version kept a row for each repository, and all vectors of a list in one. */
const VERSION = 2;

/** How far a list of stars has been read, and where its pages are. */
export interface ListRow {
  /** Tells the pages of this list from those of one that replaces it. */
  readonly list: number;
  /** The pages are in this order: a page of new stars comes in front. */
  readonly first: number;
  readonly last: number;
  readonly nextPage?: number;
  readonly total: number;
  readonly savedAt: string;
}

/** A user whose stars are kept. */
export interface UserRow {
  /** In small letters: GitHub does not tell capitals apart. */
  readonly login: string;
  readonly user: string;
  readonly current?: ListRow;
  /** A full reload that is not whole yet. The current list stays until it is. */
  readonly staged?: ListRow;
}

/** One page of stars: a row for each would take ten times as long to write and to read. */
export interface PageRow {
  readonly login: string;
  readonly list: number;
  readonly order: number;
  readonly repositories: readonly unknown[];
}

/** The vectors of one batch. Each is written once. */
export interface MeaningsRow {
  readonly login: string;
  readonly model: string;
  /** The version of the texts that were read. */
  readonly version: number;
  readonly names: readonly string[];
  readonly hashes: readonly number[];
  readonly dimensions: number;
  readonly buffer: ArrayBuffer;
}

interface Schema extends DBSchema {
  users: { key: string; value: UserRow };
  pages: { key: [login: string, list: number, order: number]; value: PageRow };
  meanings: {
    key: number;
    value: MeaningsRow;
    indexes: { list: [login: string, model: string, version: number] };
  };
  answers: { key: number; value: { readonly id: number } };
}

/** What the page keeps in this browser. */
export type Database = IDBPDatabase<Schema>;

/**
 * Opens the database. Rejects where the browser keeps nothing for this page. `onClosed` hears that
 * it was closed because another tab deletes it, or by the browser.
 */
export function openDatabase(onClosed: () => void): Promise<Database> {
  return openDB<Schema>(DATABASE, VERSION, {
    upgrade(database) {
      for (const name of [...database.objectStoreNames]) database.deleteObjectStore(name);
      database.createObjectStore("users", { keyPath: "login" });
      database.createObjectStore("pages", { keyPath: ["login", "list", "order"] });
      const meanings = database.createObjectStore("meanings", { autoIncrement: true });
      // A key of parts: no two names of lists and models can be joined to the same.
      meanings.createIndex("list", ["login", "model", "version"]);
      database.createObjectStore("answers", { keyPath: "id" });
    },
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
      onClosed();
    },
    terminated: onClosed,
  });
}
