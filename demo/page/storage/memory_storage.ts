// Copyright 2026 the Rivulet authors. MIT license.

import type { SavedStars } from "../../stars/star_sync.ts";
import { type KeptAnswer, turnsOf } from "./kept_answer.ts";
import type { MeaningsKey, VectorBatch } from "./kept_meanings.ts";
import type { Which } from "./kept_stars.ts";

/** What the browser does not keep, as long as the page is open. */
export class MemoryStorage {
  readonly #stars = new Map<string, Map<Which, SavedStars>>();
  readonly #meanings = new Map<string, Map<string, VectorBatch[]>>();
  #answers: KeptAnswer[] = [];

  loadStars(login: string, which: Which): SavedStars | undefined {
    return this.#stars.get(login)?.get(which);
  }

  saveStars(stars: SavedStars, which: Which): void {
    const login = stars.user.toLowerCase();
    const lists = this.#stars.get(login) ?? new Map<Which, SavedStars>();
    this.#stars.set(login, lists.set(which, stars));
  }

  commitStaged(login: string): void {
    const lists = this.#stars.get(login);
    const staged = lists?.get("staged");
    if (staged === undefined) return;
    lists?.set("current", staged);
    lists?.delete("staged");
  }

  loadMeanings({ login, model }: MeaningsKey): readonly VectorBatch[] {
    return this.#meanings.get(login)?.get(model) ?? [];
  }

  addMeanings({ login, model }: MeaningsKey, batch: VectorBatch): void {
    const models = this.#meanings.get(login) ?? new Map<string, VectorBatch[]>();
    const batches = models.get(model) ?? [];
    batches.push(batch);
    this.#meanings.set(login, models.set(model, batches));
  }

  loadAnswers(): readonly KeptAnswer[] {
    return this.#answers;
  }

  keepAnswer(answer: KeptAnswer, count: number): void {
    const turns = turnsOf(answer).map(({ id }) => id);
    const others = this.#answers.filter(({ id }) => !turns.includes(id));
    this.#answers = [answer, ...others].slice(0, count);
  }

  forgetAnswer(id: number): void {
    this.#answers = this.#answers.filter((answer) => answer.id !== id);
  }

  forgetAnswers(count: number): void {
    this.#answers = this.#answers.slice(0, count);
  }

  clear(): void {
    this.#stars.clear();
    this.#meanings.clear();
    this.#answers = [];
  }
}
