// Copyright 2026 the Rivulet authors. MIT license.

import type { Explanation } from "../../engines/explain.ts";
import { readQuery } from "../../stars/query.ts";
import { lookForModel } from "../engine/browser_consent.ts";
import { MEANING_PICK, modelName } from "../engine/model_picks.ts";
import type { Page } from "../page.ts";
import type { QuestionMeaning } from "../search/messages.ts";
import { changeSettings, say } from "../state/actions.ts";
import { LoadWords } from "../state/load_words.ts";
import { type MeaningsAction, type MeaningsReading, NEWEST } from "../state/meanings_reading.ts";
import { Pace } from "../state/pace.ts";
import type { VectorBatch } from "../storage/page_storage.ts";
import { embedQuestion } from "./embed_question.ts";
import { Embedders } from "./embedders.ts";
import { isBrowserModel } from "./meaning_models.ts";
import type { OllamaAccess } from "./ollama_access.ts";
import { MeaningStore } from "./meaning_store.ts";
import { readMeanings } from "./read_meanings.ts";

/** A wait is told only after this much is known about the speed. */
const MEASURE_MS = 1500;

/** What meanings need of the page. */
export interface MeaningsParts
  extends Pick<Page, "state" | "storage" | "search" | "live" | "tabs"> {
  readonly ollama: OllamaAccess;
  /** Says why a model does not read. */
  readonly explain: (error: unknown, model: string) => Promise<Explanation>;
}

/** Has a model read what repositories mean, so that a question finds more than its words. */
export class Meanings {
  readonly #parts: MeaningsParts;
  readonly #embedders: Embedders;
  #store: { readonly login: string; readonly vectors: MeaningStore } | undefined;
  #running: AbortController | undefined;
  /** The person has agreed to download the model that reads. */
  #mayDownload = false;

  constructor(parts: MeaningsParts) {
    this.#parts = parts;
    this.#embedders = new Embedders(parts.ollama);
  }

  /** Takes the vectors that are kept for the list of now. No request. */
  async restore(): Promise<void> {
    this.pause();
    this.#show({ kind: "idle" });
    const { state, storage, search } = this.#parts;
    const { meanings: model } = state.settings.peek();
    const login = this.#login;
    this.#store = undefined;
    search.clearVectors();
    state.meaningsModel.value = undefined;
    if (model !== undefined) {
      const batches = await storage.loadMeanings({ login, model });
      // Another list or another model may have been picked meanwhile.
      if (login !== this.#login || model !== state.settings.peek().meanings) return;
      this.#store = { login, vectors: new MeaningStore(model, batches) };
      for (const batch of batches) search.addVectors(batch);
    }
    this.#publish();
  }

  /** Whether this model can be used as it is; where it has to be downloaded, the person is asked. */
  async mayUse(model: string | undefined): Promise<boolean> {
    if (model === undefined || !isBrowserModel(model)) return true;
    const picks = [MEANING_PICK];
    const found = await lookForModel({ purpose: "read meanings", picks, chosen: model });
    if (found.kind === "consent") this.#show(found);
    return found.kind !== "consent";
  }

  /** Reads meanings with this model from now on, or none. Asks before a model is downloaded. */
  async choose(model: string | undefined, { mayDownload = false } = {}): Promise<void> {
    if (!mayDownload && !await this.mayUse(model)) return;
    this.#mayDownload = mayDownload;
    changeSettings(this.#parts.state, { meanings: model });
    await this.restore();
    if (model !== undefined) await this.read();
  }

  /** The person wants no download after all. */
  refuse(): void {
    this.#show({ kind: "idle" });
  }

  /** Reads what is new in a list, where meanings are wanted. */
  async readIfChosen(): Promise<void> {
    if (this.#parts.state.settings.peek().meanings === undefined) return;
    if (this.#store?.login !== this.#login) await this.restore();
    await this.read();
  }

  pause(): void {
    this.#running?.abort();
    this.#running = undefined;
  }

  /** Does what a button of the banner says. */
  act(action: MeaningsAction): void {
    switch (action) {
      case "pause":
        return this.#running?.abort();
      case "newest":
        return void this.read(NEWEST);
      case "all":
      case "go on":
        return void this.read(Infinity);
      case "keyword only":
        return void this.choose(undefined);
      case "dismiss":
        return this.#show({ kind: "idle" });
    }
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
    const { vectors } = store;
    const { repositories } = this.#parts.state.collection.peek();
    const missing = vectors.missing(repositories.slice(0, limit));
    const progress = new ReadingProgress(vectors.model, missing.length, (reading) => {
      if (this.#running === controller) this.#show(reading);
    });
    this.#embedders.browser.onProgress = (_, text) => progress.load(text);
    progress.read(0);
    try {
      await this.#embedders.prepare(vectors.model, { mayDownload: this.#mayDownload, signal });
      const slowMs = await readMeanings({
        embedder: this.#embedders.get(vectors.model),
        store: vectors,
        missing,
        signal,
        pace: progress.pace,
        asksIfSlow: limit === undefined,
        onProgress: (done) => progress.read(done),
        onBatch: (batch) => this.#keep(batch, store),
      });
      if (slowMs !== undefined) {
        return this.#show({ kind: "slow", leftMs: slowMs, total: missing.length });
      }
      this.#show({ kind: "idle" });
      say(this.#parts.state, "Meanings are ready.");
    } catch (error) {
      if (!signal.aborted) {
        return this.#show({
          kind: "failed",
          reason: await this.#parts.explain(error, vectors.model),
        });
      }
      // A question must not go on with a download that was cancelled.
      if (progress.done === 0) await this.#embedders.browser.unload();
      if (this.#running === controller) this.#show(progress.paused);
    } finally {
      if (this.#running === controller) this.#running = undefined;
    }
  }

  /**
   * A question as a vector; undefined where there are no meanings, "missing" where the model does
   * not answer in time.
   */
  async embedQuestion(question: string): Promise<QuestionMeaning> {
    const vectors = this.#store?.vectors;
    const { words } = readQuery(question);
    if (vectors === undefined || vectors.size === 0 || words.trim() === "") return undefined;
    const { model } = vectors;
    const embedder = this.#embedders.get(model);
    const onLate = (): void => this.#parts.live.forgetVector();
    return await embedQuestion(words, { model, embedder, onLate });
  }

  get #login(): string {
    return this.#parts.state.stars.peek()?.user.toLowerCase() ?? "";
  }

  async #keep(
    batch: VectorBatch,
    store: { readonly login: string; readonly vectors: MeaningStore },
  ): Promise<void> {
    const { login, vectors: { model } } = store;
    await this.#parts.storage.addMeanings({ login, model }, batch);
    if (store !== this.#store) return;
    this.#parts.search.addVectors(batch);
    this.#publish();
  }

  #publish(): void {
    const { state, live } = this.#parts;
    const vectors = this.#store?.vectors;
    state.meaningsModel.value = vectors !== undefined && vectors.size > 0
      ? modelName(vectors.model)
      : undefined;
    live.forgetVector();
  }

  #show(reading: MeaningsReading): void {
    this.#parts.state.meaningsReading.value = reading;
  }
}

/** How far a reading is, as the page tells it. */
class ReadingProgress {
  readonly pace = new Pace();
  done = 0;
  readonly #model: string;
  readonly #total: number;
  readonly #show: (reading: MeaningsReading) => void;
  readonly #words: LoadWords;
  #isLoading = false;

  constructor(model: string, total: number, show: (reading: MeaningsReading) => void) {
    this.#model = modelName(model);
    this.#total = total;
    this.#show = show;
    this.#words = new LoadWords(this.#model);
  }

  /** The model is on its way, as the library reports it. */
  load(text: string): void {
    this.#isLoading = true;
    this.#show({ kind: "loading", line: this.#words.read(text) });
    // The reading begins when the model is ready.
    this.pace.restart();
  }

  read(done: number): void {
    this.#isLoading = false;
    this.done = done;
    const isMeasured = done > 0 && this.pace.elapsedMs > MEASURE_MS;
    const leftMs = isMeasured ? this.pace.leftMs(done, this.#total) : undefined;
    this.#show({ kind: "reading", model: this.#model, done, total: this.#total, leftMs });
  }

  get paused(): MeaningsReading {
    return {
      kind: "paused",
      model: this.#model,
      done: this.done,
      total: this.#total,
      wasLoading: this.#isLoading,
    };
  }
}
