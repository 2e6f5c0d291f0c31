// Copyright 2026 the Rivulet authors. MIT license.

import type { SavedStars, SyncStep } from "../../stars/star_sync.ts";
import { type Database, openDatabase } from "./database.ts";
import type { KeptAnswer } from "./kept_answer.ts";
import { forgetAnswers, keepAnswer, loadAnswers, MAX_ANSWERS } from "./kept_answers.ts";
import {
  addMeanings,
  forgetMeanings,
  loadMeanings,
  type MeaningsKey,
  type VectorBatch,
} from "./kept_meanings.ts";
import { commitStaged, forgetStars, loadList, saveStep, type Which } from "./kept_stars.ts";
import { listKept, type StoredItem } from "./list_kept.ts";
import { MemoryStorage } from "./memory_storage.ts";
import { type StorageTrouble, troubleOf } from "./trouble.ts";

export type { MeaningsKey, VectorBatch } from "./kept_meanings.ts";
export type { Which } from "./kept_stars.ts";

/** What storage tells on its own. */
export interface StorageEvents {
  /** This browser does not keep what comes from now on. Told once for each kind. */
  onTrouble(trouble: StorageTrouble): void;
}

/**
 * Keeps stars, meanings and answers in this browser. Where the browser keeps nothing, or no more,
 * all works on from memory.
 */
export class PageStorage {
  readonly #events: StorageEvents;
  readonly #memory = new MemoryStorage();
  readonly #told = new Set<StorageTrouble["kind"]>();
  #database: Promise<Database> | undefined;
  #trouble: StorageTrouble | undefined;

  constructor(events: StorageEvents) {
    this.#events = events;
  }

  /** Why nothing is kept from now on; undefined where all is well. */
  get trouble(): StorageTrouble | undefined {
    return this.#trouble;
  }

  /** A user's list as far as it has been read. No request. */
  async loadStars(user: string, which: Which = "current"): Promise<SavedStars | undefined> {
    const login = user.toLowerCase();
    return this.#memory.loadStars(login, which) ??
      await this.#read((database) => loadList(database, login, which));
  }

  /** Keeps what a page has brought. */
  async saveStep(step: SyncStep, which: Which): Promise<void> {
    await this.#write(
      (database) => saveStep(database, step, which),
      () => this.#memory.saveStars(step.stars, which),
    );
  }

  /** The staged list is whole, and is the current one from now on. */
  async commitStaged(user: string): Promise<void> {
    const login = user.toLowerCase();
    this.#memory.commitStaged(login);
    await this.#write((database) => commitStaged(database, login), () => {});
  }

  /** Forgets a user with everything that was made of the stars. */
  async forgetStars(user: string): Promise<void> {
    const login = user.toLowerCase();
    this.#memory.forgetStars(login);
    await this.#write((database) => forgetStars(database, login), () => {});
  }

  /** The meanings that are kept, the oldest first. No request. */
  async loadMeanings(key: MeaningsKey): Promise<VectorBatch[]> {
    const kept = await this.#read((database) => loadMeanings(database, key)) ?? [];
    return [...kept, ...this.#memory.loadMeanings(key)];
  }

  /** Keeps the meanings of one batch more. */
  async addMeanings(key: MeaningsKey, batch: VectorBatch): Promise<void> {
    await this.#write(
      (database) => addMeanings(database, key, batch),
      () => this.#memory.addMeanings(key, batch),
    );
  }

  async forgetMeanings(key: MeaningsKey): Promise<void> {
    this.#memory.forgetMeanings(key);
    await this.#write((database) => forgetMeanings(database, key), () => {});
  }

  /** The answers that are kept, the newest first. */
  async loadAnswers(): Promise<KeptAnswer[]> {
    const kept = await this.#read((database) => loadAnswers(database)) ?? [];
    return [...this.#memory.loadAnswers(), ...kept];
  }

  /** Keeps an answer: beside the last ones, or in the place of all others. */
  async keepAnswer(answer: KeptAnswer, { all }: { all: boolean }): Promise<void> {
    const count = all ? MAX_ANSWERS : 1;
    await this.#write(
      (database) => keepAnswer(database, answer, { count }),
      () => this.#memory.keepAnswer(answer, count),
    );
  }

  /** Forgets the answers; the last one stays where it is to survive a reload. */
  async forgetAnswers({ keepLast = false }: { keepLast?: boolean } = {}): Promise<void> {
    const count = keepLast ? 1 : 0;
    this.#memory.forgetAnswers(count);
    await this.#write((database) => forgetAnswers(database, { count }), () => {});
  }

  /** What the database holds, with its size. */
  async listKept(): Promise<StoredItem[]> {
    return await this.#read((database) => listKept(database)) ?? [];
  }

  /** Forgets what is in memory and lets go of the database, so that it can be deleted. */
  async close(): Promise<void> {
    this.#memory.clear();
    const database = await this.#database?.catch(() => undefined);
    this.#database = undefined;
    database?.close();
  }

  async #read<T>(work: (database: Database) => Promise<T>): Promise<T | undefined> {
    if (this.#cannotOpen) return undefined;
    try {
      return await this.#onDatabase(work);
    } catch (error) {
      this.#fail(error);
      return undefined;
    }
  }

  async #write(
    work: (database: Database) => Promise<void>,
    inMemory: () => void,
  ): Promise<void> {
    if (this.#trouble !== undefined) return inMemory();
    try {
      await this.#onDatabase(work);
    } catch (error) {
      this.#fail(error);
      inMemory();
    }
  }

  /** There is nothing to read where the database could not even be opened. */
  get #cannotOpen(): boolean {
    return this.#trouble?.kind === "missing" || this.#trouble?.kind === "blocked";
  }

  async #onDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const opening = this.#open();
    const database = await opening;
    try {
      return await work(database);
    } catch (error) {
      // It was closed since, because another tab has deleted it: the next one is open.
      const isClosed = (error as Error).name === "InvalidStateError";
      if (!isClosed) throw error;
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
    const isMissing = (globalThis.indexedDB ?? undefined) === undefined;
    // Anything else is a fault of ours.
    if (!isMissing && !(error instanceof DOMException)) throw error;
    this.#database?.catch(() => this.#database = undefined);
    this.#trouble = troubleOf(error);
    if (this.#told.has(this.#trouble.kind)) return;
    this.#told.add(this.#trouble.kind);
    this.#events.onTrouble(this.#trouble);
  }
}
