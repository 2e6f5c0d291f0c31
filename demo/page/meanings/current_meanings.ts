// Copyright 2026 the Rivulet authors. MIT license.

import { modelName } from "../target/model_picks.ts";
import type { Page } from "../core/page.ts";
import type { VectorBatch } from "../storage/kept_meanings.ts";
import { MeaningStore } from "./meaning_store.ts";

/** What one model has read of one list. */
export interface ListMeanings {
  /** The user whose stars it is, `""` for the sample. */
  readonly login: string;
  readonly vectors: MeaningStore;
}

/** The meanings of the list that is searched, by the model that was picked. */
export class CurrentMeanings {
  readonly #page: Pick<Page, "state" | "storage" | "search" | "live">;
  #meanings: ListMeanings | undefined;

  constructor(page: Pick<Page, "state" | "storage" | "search" | "live">) {
    this.#page = page;
  }

  /** Undefined where no model was picked, or another list has come since. */
  get(): ListMeanings | undefined {
    return this.#meanings?.login === this.#login ? this.#meanings : undefined;
  }

  /** Takes what is kept for the list and the model of now. No request. */
  async restore(): Promise<void> {
    const { state, storage, search } = this.#page;
    const { meanings: model } = state.settings.peek();
    const login = this.#login;
    this.#meanings = undefined;
    search.clearVectors();
    state.meaningsModel.value = undefined;
    if (model !== undefined) {
      const batches = await storage.loadMeanings({ login, model });
      // Another list or another model may have been picked meanwhile.
      if (login !== this.#login || model !== state.settings.peek().meanings) return;
      this.#meanings = { login, vectors: new MeaningStore(model, batches) };
      for (const batch of batches) search.addVectors(batch);
    }
    this.#publish();
  }

  /** Keeps what was read, and searches it where the list is still the same. */
  async keep(batch: VectorBatch, meanings: ListMeanings): Promise<void> {
    const { login, vectors: { model } } = meanings;
    await this.#page.storage.addMeanings({ login, model }, batch);
    if (meanings !== this.#meanings) return;
    this.#page.search.addVectors(batch);
    this.#publish();
  }

  get #login(): string {
    return this.#page.state.stars.peek()?.user.toLowerCase() ?? "";
  }

  #publish(): void {
    const { state, live } = this.#page;
    const vectors = this.#meanings?.vectors;
    state.meaningsModel.value = vectors !== undefined && vectors.size > 0
      ? modelName(vectors.model)
      : undefined;
    live.forgetVector();
  }
}
