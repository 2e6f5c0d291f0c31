// Copyright 2026 the Rivulet authors. MIT license.

import { type Database, openDatabase } from "./database.ts";
import { type StorageTrouble, troubleOf } from "./trouble.ts";

/** The database of this page, on which nothing fails: what cannot be kept is told, and left. */
export class SafeDatabase {
  readonly #onTrouble: (trouble: StorageTrouble) => void;
  readonly #told = new Set<StorageTrouble>();
  #database: Promise<Database> | undefined;
  /** Why nothing is kept from now on; undefined where all is well. */
  #trouble: StorageTrouble | undefined;
  #isClosed = false;

  /** `onTrouble` hears once of each kind. */
  constructor(onTrouble: (trouble: StorageTrouble) => void) {
    this.#onTrouble = onTrouble;
  }

  /** Undefined where nothing can be read. */
  async read<T>(work: (database: Database) => Promise<T>): Promise<T | undefined> {
    if (this.#cannotOpen) return undefined;
    try {
      return await this.#onDatabase(work);
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  /** Does `instead` where nothing can be written. */
  async write(work: (database: Database) => Promise<void>, instead: () => void): Promise<void> {
    if (this.#trouble !== undefined || this.#isClosed) return instead();
    try {
      await this.#onDatabase(work);
    } catch (error) {
      this.#fail(error);
      instead();
    }
  }

  /** Lets go of the database for good, so that it can be deleted and nothing makes it anew. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const database = await this.#database?.catch(() => undefined);
    this.#database = undefined;
    database?.close();
  }

  /** There is nothing to read where the database could not even be opened. */
  get #cannotOpen(): boolean {
    return this.#isClosed || this.#trouble === "missing" ||
      this.#trouble === "blocked";
  }

  async #onDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const opening = this.#open();
    const database = await opening;
    try {
      return await work(database);
    } catch (error) {
      // It was closed since, because another tab has deleted it: the next one is open.
      const isClosed = (error as Error).name === "InvalidStateError";
      if (!isClosed || this.#isClosed) throw error;
      if (this.#database === opening) this.#database = undefined;
      return await work(await this.#open());
    }
  }

  #open(): Promise<Database> {
    const opening = this.#database ??= openDatabase(() => {
      if (this.#database === opening) this.#database = undefined;
    });
    return opening;
  }

  #fail(error: unknown): void {
    // Some browsers throw at the very name. Anything else is a fault of ours.
    const isOfBrowser = error instanceof DOMException ||
      (globalThis.indexedDB ?? undefined) === undefined;
    if (!isOfBrowser) throw error;
    // It was let go of in the middle of this.
    if (this.#isClosed) return;
    this.#database?.catch(() => this.#database = undefined);
    this.#trouble = troubleOf(error);
    if (this.#told.has(this.#trouble)) return;
    this.#told.add(this.#trouble);
    this.#onTrouble(this.#trouble);
  }
}
