// Copyright 2026 the Rivulet authors. MIT license.

import type { Collection } from "../../stars/repository.ts";
import type { Explanation } from "../../engines/explain.ts";
import type { Cell } from "../cell.ts";
import { modelName } from "../engines/model_picks.ts";
import type { QuestionMeaning } from "../search/messages.ts";
import type { Searcher } from "../search/searcher.ts";
import type { Settings } from "../settings.ts";
import { say } from "../status.ts";
import type { StarShelf } from "../stars/star_shelf.ts";
import { embedQuestion } from "./embed_question.ts";
import { Embedders } from "./embedders.ts";
import { loadVectors, saveVectors } from "./kept_vectors.ts";
import { MeaningsBanner } from "./meanings_banner.ts";
import type { OllamaAccess } from "./ollama_access.ts";
import { Pace } from "../pace.ts";
import { readMissing } from "./reading.ts";
import type { VectorStore } from "./vector_store.ts";

/** What meanings need of the page. */
export interface MeaningsParts {
  readonly settings: Cell<Settings>;
  readonly shelf: StarShelf;
  readonly searcher: Searcher;
  readonly collection: Cell<Collection>;
  readonly ollama: OllamaAccess;
  /** Says why a model does not read. */
  readonly explain: (error: unknown, model: string) => Promise<Explanation>;
  /** The vectors that are searched are others now, or a question can become one now. */
  readonly onChange: () => void;
}

/** Has a model read what repositories mean, so that a question finds more than its words. */
export class Meanings {
  readonly #parts: MeaningsParts;
  readonly #banner: MeaningsBanner;
  readonly #embedders: Embedders;
  #store: VectorStore | undefined;
  #running: AbortController | undefined;
  /** The person has agreed to download the model that reads. */
  #mayDownload = false;

  constructor(parts: MeaningsParts) {
    this.#parts = parts;
    this.#embedders = new Embedders(parts.ollama);
    this.#banner = new MeaningsBanner({
      onPause: () => this.pause(),
      onGoOn: (limit) => this.read(limit),
      onNone: () => this.choose(undefined),
    });
    this.#embedders.browser.onProgress = (_, text) => {
      if (this.#running !== undefined) this.#banner.loading(text);
    };
  }

  /** The name of the model whose meanings are searched now. */
  get model(): string | undefined {
    const store = this.#store;
    return store !== undefined && store.size > 0 ? modelName(store.model) : undefined;
  }

  /** Takes the vectors that are kept for the list of now. No request. */
  async restore(): Promise<void> {
    this.pause();
    this.#banner.hide();
    const { settings, shelf } = this.#parts;
    const { meanings: model } = settings.get();
    this.#store = undefined;
    if (model !== undefined) this.#store = await loadVectors(shelf, this.#login, model);
    this.#publish();
  }

  /** Reads meanings with this model from now on, or none. */
  async choose(model: string | undefined, { mayDownload = false } = {}): Promise<void> {
    const { settings } = this.#parts;
    this.#mayDownload = mayDownload;
    settings.set({ ...settings.get(), meanings: model });
    await this.restore();
    if (model !== undefined) await this.read();
  }

  pause(): void {
    this.#running?.abort();
    this.#running = undefined;
  }

  /** Frees the memory of a model in this browser, which may be gone: a download is asked about. */
  async unload(): Promise<void> {
    this.#mayDownload = false;
    await this.#embedders.browser.unload();
  }

  /** Reads what has no vector yet; the newest `limit` only where there is one. */
  async read(limit?: number): Promise<void> {
    const store = this.#store;
    if (store === undefined) return;
    this.pause();
    const controller = this.#running = new AbortController();
    const { signal } = controller;
    const { repositories } = this.#parts.collection.get();
    const missing = store.missing(repositories.slice(0, limit));
    let done = 0;
    const show = (count: number): void => {
      done = count;
      this.#banner.reading(done, missing.length);
    };
    const pace = new Pace();
    this.#banner.start(modelName(store.model), pace);
    show(0);
    try {
      await this.#embedders.prepare(store.model, { mayDownload: this.#mayDownload, signal });
      const slowMs = await readMissing({
        embedder: this.#embedders.get(store.model),
        store,
        missing,
        signal,
        pace,
        asksIfSlow: limit === undefined,
        onProgress: show,
        onSave: () => this.#save(store),
      });
      if (slowMs !== undefined) return this.#banner.slow(slowMs, missing.length);
      this.#banner.hide();
      say("Meanings are ready.");
    } catch (error) {
      if (signal.aborted) {
        // A question must not go on with a download that was cancelled.
        if (done === 0) await this.#embedders.browser.unload();
        return this.#banner.paused(done, missing.length);
      }
      this.#banner.failed(await this.#parts.explain(error, store.model));
    } finally {
      await this.#save(store);
      if (this.#running === controller) this.#running = undefined;
    }
  }

  /**
   * A question as a vector; undefined where there are no meanings, "missing" where the model does
   * not answer in time.
   */
  async embedQuestion(question: string): Promise<QuestionMeaning> {
    const store = this.#store;
    if (store === undefined || store.size === 0) return undefined;
    const { model } = store;
    const embedder = this.#embedders.get(model);
    return await embedQuestion(question, { model, embedder, onLate: this.#parts.onChange });
  }

  get #login(): string {
    return this.#parts.settings.get().user?.toLowerCase() ?? "";
  }

  async #save(store: VectorStore): Promise<void> {
    if (store !== this.#store) return;
    this.#publish();
    await saveVectors(this.#parts.shelf, store);
  }

  #publish(): void {
    this.#parts.searcher.setVectors(this.#store?.toBlock());
    this.#parts.onChange();
  }
}
