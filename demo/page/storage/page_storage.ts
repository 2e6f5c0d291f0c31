// Copyright 2026 the Rivulet authors. MIT license.

import type { SavedStars, SyncStep } from "../../stars/star_sync.ts";
import type { KeptAnswer } from "./kept_answer.ts";
import {
  forgetAnswer,
  forgetAnswers,
  keepAnswer,
  loadAnswers,
  MAX_ANSWERS,
} from "./kept_answers.ts";
import { addMeanings, loadMeanings, type MeaningsKey, type VectorBatch } from "./kept_meanings.ts";
import { commitStaged, loadList, saveStep, type Which } from "./kept_stars.ts";
import { listKept, type StoredItem } from "./list_kept.ts";
import { MemoryStorage } from "./memory_storage.ts";
import { SafeDatabase } from "./safe_database.ts";
import type { StorageTrouble } from "./trouble.ts";

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
  readonly #memory = new MemoryStorage();
  readonly #database: SafeDatabase;

  constructor({ onTrouble }: StorageEvents) {
    this.#database = new SafeDatabase(onTrouble);
  }

  /** A user's list as far as it has been read. No request. */
  async loadStars(user: string, which: Which = "current"): Promise<SavedStars | undefined> {
    const login = user.toLowerCase();
    return this.#memory.loadStars(login, which) ??
      await this.#database.read((database) => loadList(database, login, which));
  }

  /** Keeps what a page has brought. */
  async saveStep(step: SyncStep, which: Which): Promise<void> {
    await this.#database.write(
      (database) => saveStep(database, step, which),
      () => this.#memory.saveStars(step.stars, which),
    );
  }

  /** The staged list is whole, and is the current one from now on. */
  async commitStaged(user: string): Promise<void> {
    const login = user.toLowerCase();
    this.#memory.commitStaged(login);
    await this.#database.write((database) => commitStaged(database, login), () => {});
  }

  /** The meanings that are kept, the oldest first. No request. */
  async loadMeanings(key: MeaningsKey): Promise<VectorBatch[]> {
    const kept = await this.#database.read((database) => loadMeanings(database, key)) ?? [];
    return [...kept, ...this.#memory.loadMeanings(key)];
  }

  /** Keeps the meanings of one batch more. */
  async addMeanings(key: MeaningsKey, batch: VectorBatch): Promise<void> {
    await this.#database.write(
      (database) => addMeanings(database, key, batch),
      () => this.#memory.addMeanings(key, batch),
    );
  }

  /** The answers that are kept, the newest first. */
  async loadAnswers(): Promise<KeptAnswer[]> {
    const kept = await this.#database.read((database) => loadAnswers(database)) ?? [];
    return [...this.#memory.loadAnswers(), ...kept];
  }

  /** Keeps an answer: beside the last ones, or in the place of all others. */
  async keepAnswer(answer: KeptAnswer, { all }: { all: boolean }): Promise<void> {
    const count = all ? MAX_ANSWERS : 1;
    await this.#database.write(
      (database) => keepAnswer(database, answer, { count }),
      () => this.#memory.keepAnswer(answer, count),
    );
  }

  async forgetAnswer(id: number): Promise<void> {
    this.#memory.forgetAnswer(id);
    await this.#database.write((database) => forgetAnswer(database, id), () => {});
  }

  /** Forgets the answers; the last one stays where it is to survive a reload. */
  async forgetAnswers({ keepLast = false }: { keepLast?: boolean } = {}): Promise<void> {
    const count = keepLast ? 1 : 0;
    this.#memory.forgetAnswers(count);
    await this.#database.write((database) => forgetAnswers(database, { count }), () => {});
  }

  /** What the database holds, with its size. */
  async listKept(): Promise<StoredItem[]> {
    return await this.#database.read((database) => listKept(database)) ?? [];
  }

  /** Forgets what is in memory and lets go of the database for good, so that it can be deleted. */
  async close(): Promise<void> {
    this.#memory.clear();
    await this.#database.close();
  }
}
