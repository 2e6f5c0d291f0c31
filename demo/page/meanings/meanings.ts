// Copyright 2026 the Rivulet authors. MIT license.

import type { Explanation } from "../../engines/explain.ts";
import { isUnread } from "../../stars/model_languages.ts";
import { lookForModel } from "../target/browser_consent.ts";
import { noteDownload } from "../target/kept_models.ts";
import { MEANING_PICK } from "../target/model_picks.ts";
import type { Page } from "../core/page.ts";
import { readLike } from "../search/like.ts";
import type { QuestionMeaning } from "../search/messages.ts";
import { changeSettings, say } from "../actions/actions.ts";
import { type MeaningsAction, type MeaningsReading, NEWEST } from "../state/meanings_reading.ts";
import { CurrentMeanings } from "./current_meanings.ts";
import { embedQuestion } from "./embed_question.ts";
import { Embedders } from "./embedders.ts";
import { LastQuestion } from "./last_question.ts";
import { isBrowserModel } from "./meaning_models.ts";
import type { OllamaAccess } from "./ollama_access.ts";
import { readMeanings } from "./read_meanings.ts";
import { ReadingProgress } from "./reading_progress.ts";

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
  readonly #question = new LastQuestion();
  readonly #current: CurrentMeanings;
  #running: AbortController | undefined;
  /** The person has agreed to download the model that reads. */
  #mayDownload = false;

  constructor(parts: MeaningsParts) {
    this.#parts = parts;
    this.#current = new CurrentMeanings(parts);
    this.#embedders = new Embedders(parts.ollama);
  }

  /** Takes the vectors that are kept for the list of now. No request. */
  async restore(): Promise<void> {
    this.pause();
    this.#show({ kind: "idle" });
    await this.#current.restore();
    this.#tellPart();
  }

  /** A reading that an earlier visit has broken off is not taken for the whole. */
  #tellPart(): void {
    const { collection, starsReading } = this.#parts.state;
    const { repositories } = collection.peek();
    const { vectors } = this.#current.get() ?? {};
    const done = vectors?.countOf(repositories) ?? 0;
    const isPart = done > 0 && done < repositories.length;
    if (vectors === undefined || !isPart || starsReading.peek().kind === "reading") return;
    this.#show(new ReadingProgress(vectors.model, repositories.length, () => {}).pausedAt(done));
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
    if (mayDownload) await noteDownload(MEANING_PICK.id);
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
    if (this.#current.get() === undefined) await this.restore();
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
    const current = this.#current.get();
    if (current === undefined) return;
    this.pause();
    const controller = this.#running = new AbortController();
    const { signal } = controller;
    const { vectors } = current;
    const { repositories } = this.#parts.state.collection.peek();
    const missing = vectors.missing(repositories.slice(0, limit));
    const progress = new ReadingProgress(vectors.model, missing.length, (reading) => {
      if (this.#running === controller) this.#show(reading);
    });
    this.#embedders.browser.onProgress = (_, text) => progress.load(text);
    progress.read(0);
    try {
      await this.#embedders.prepare(vectors.model, { mayDownload: this.#mayDownload, signal });
      const embedder = this.#embedders.get(vectors.model);
      const unrelated = vectors.missingUnrelated();
      if (unrelated.length > 0) {
        const read = await embedder.embedBatch(unrelated.map(({ text }) => text), { signal });
        await this.#current.keep(vectors.add(unrelated, read), current);
        progress.pace.restart();
      }
      const slowMs = await readMeanings({
        embedder,
        store: vectors,
        missing,
        signal,
        pace: progress.pace,
        asksIfSlow: limit === undefined,
        onProgress: (done) => progress.read(done),
        onBatch: (batch) => this.#current.keep(batch, current),
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
    const { state, search, live } = this.#parts;
    const vectors = this.#current.get()?.vectors;
    if (vectors === undefined || vectors.size === 0 || question.trim() === "") return undefined;
    const { model } = vectors;
    // The search knows which words are filters, and the list which have typing errors.
    const wish = { question, filters: state.filters.peek(), sort: "best", limit: 0 } as const;
    const looked = await search.search({ ...wish, meaning: undefined }).catch(() => undefined);
    // The client tells what is wrong with the search.
    if (looked === undefined) return "missing";
    const { words = "", reads = words } = looked;
    // What is like a repository has its vector already.
    if (words.trim() === "" || isUnread(words, model) || readLike(words) !== undefined) {
      return undefined;
    }
    const embedder = this.#embedders.get(model);
    const read = () => embedQuestion(reads, { model, embedder, onLate: () => live.forgetVector() });
    return await this.#question.meaningOf(reads, { embedder, read });
  }

  #show(reading: MeaningsReading): void {
    this.#parts.state.meaningsReading.value = reading;
  }
}
