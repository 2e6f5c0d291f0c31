// Copyright 2026 the Rivulet authors. MIT license.

import { prefixesFor } from "../../stars/embedding_text.ts";
import type { Collection } from "../../stars/repository.ts";
import type { Explanation } from "../../engines/explain.ts";
import type { Cell } from "../cell.ts";
import { modelName } from "../engines/model_picks.ts";
import type { QuestionMeaning } from "../search/messages.ts";
import type { Searcher } from "../search/searcher.ts";
import type { Settings } from "../settings.ts";
import { say } from "../status.ts";
import type { StarShelf } from "../stars/star_shelf.ts";
import { Embedders } from "./embedders.ts";
import { isBrowserModel } from "./meaning_models.ts";
import { MeaningsBanner } from "./meanings_banner.ts";
import type { OllamaAccess } from "./ollama_access.ts";
import { Pace } from "./pace.ts";
import { readMissing } from "./reading.ts";
import { VectorStore } from "./vector_store.ts";

/** A question that takes longer than this is searched by its words. */
const QUESTION_MS = 4000;
const NEWEST = 500;

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
    if (model !== undefined) {
      const database = await shelf.database();
      const saved = await database?.get("vectors", VectorStore.keyOf(this.#login, model));
      this.#store = new VectorStore(this.#login, model, saved);
    }
    this.#publish();
  }

  /** Reads meanings with this model from now on, or none. */
  async choose(model: string | undefined, { mayDownload = false } = {}): Promise<void> {
    const { settings } = this.#parts;
    if (mayDownload) await this.#embedders.browser.allowDownload();
    settings.set({ ...settings.get(), meanings: model });
    await this.restore();
    if (model !== undefined) await this.read();
  }

  pause(): void {
    this.#running?.abort();
    this.#running = undefined;
  }

  /** Frees the memory of a model in this browser. */
  unload(): Promise<void> {
    return this.#embedders.browser.unload();
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
      await this.#embedders.check(store.model, signal);
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
      if (slowMs !== undefined) return this.#banner.slow(slowMs, Math.min(NEWEST, missing.length));
      this.#banner.hide();
      say("Meanings are ready.");
    } catch (error) {
      if (signal.aborted) return this.#banner.paused(done, missing.length);
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
    const text = prefixesFor(store.model).query + question;
    const inTime = AbortSignal.timeout(QUESTION_MS);
    // A model in this browser that still loads is not given up: later questions need it as well.
    const isBrowsers = isBrowserModel(store.model);
    const embedder = this.#embedders.get(store.model);
    try {
      const vectors = embedder.embedBatch([text], isBrowsers ? {} : { signal: inTime });
      if (isBrowsers) vectors.then(() => inTime.aborted && this.#parts.onChange(), () => {});
      return (await Promise.race([vectors, timeUp(inTime)]))[0] ?? "missing";
    } catch {
      // The words of the question are searched all the same, and the page says so.
      return "missing";
    }
  }

  get #login(): string {
    return this.#parts.settings.get().user?.toLowerCase() ?? "";
  }

  async #save(store: VectorStore): Promise<void> {
    if (store !== this.#store) return;
    this.#publish();
    const block = store.toBlock();
    if (block === undefined) return;
    const { login, model } = store;
    const database = await this.#parts.shelf.database();
    await database?.put("vectors", {
      key: VectorStore.keyOf(login, model),
      login,
      model,
      ...block,
    });
  }

  #publish(): void {
    this.#parts.searcher.setVectors(this.#store?.toBlock());
    this.#parts.onChange();
  }
}

/** Resolves with nothing once the time is up. */
function timeUp(signal: AbortSignal): Promise<[]> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve([])));
}
