// Copyright 2026 the Rivulet authors. MIT license.

import { prefixesFor } from "../../stars/embedding_text.ts";
import type { Collection } from "../../stars/repository.ts";
import type { Cell } from "../cell.ts";
import { diagnose } from "../engines/check_server.ts";
import { engineChoice } from "../engines/engine_choice.ts";
import type { Searcher } from "../search/searcher.ts";
import type { Settings } from "../settings.ts";
import { say } from "../status.ts";
import type { StarShelf } from "../stars/star_shelf.ts";
import { EmbeddingClients } from "./embedding_clients.ts";
import { MeaningsBanner } from "./meanings_banner.ts";
import { VectorStore } from "./vector_store.ts";

const BATCH_SIZE = 32;
const BATCHES_PER_SAVE = 10;
/** A question that takes longer than this is searched by its words. */
const QUESTION_MS = 4000;
/** A person is asked before a longer reading. */
const SLOW_MS = 3 * 60_000;
const NEWEST = 500;

/** What meanings need of the page. */
export interface MeaningsParts {
  readonly settings: Cell<Settings>;
  readonly shelf: StarShelf;
  readonly searcher: Searcher;
  readonly collection: Cell<Collection>;
  /** The vectors that are searched are others now. */
  readonly onChange: () => void;
}

/** Lets Ollama read what repositories mean, so that a question finds more than its words. */
export class Meanings {
  readonly #parts: MeaningsParts;
  readonly #banner: MeaningsBanner;
  #store: VectorStore | undefined;
  #running: AbortController | undefined;
  readonly #clients: EmbeddingClients;

  constructor(parts: MeaningsParts) {
    this.#parts = parts;
    this.#clients = new EmbeddingClients(parts.settings);
    this.#banner = new MeaningsBanner({
      onPause: () => this.pause(),
      onGoOn: (limit) => this.read(limit),
      onNone: () => this.choose(undefined),
    });
  }

  /** The model whose meanings are searched now. */
  get model(): string | undefined {
    return this.#store !== undefined && this.#store.size > 0 ? this.#store.model : undefined;
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
  async choose(model: string | undefined): Promise<void> {
    const { settings } = this.#parts;
    settings.set({ ...settings.get(), meanings: model });
    await this.restore();
    if (model !== undefined) await this.read();
  }

  pause(): void {
    this.#running?.abort();
    this.#running = undefined;
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
    const start = performance.now();
    let done = 0;
    let batches = 0;
    const show = (): void =>
      this.#banner.reading({ model: store.model, done, total: missing.length, start });
    show();
    try {
      await this.#clients.check(store.model, signal);
      const texts = missing.map(({ text }) => text);
      for await (
        const vectors of this.#clients.get(store.model).embedMany(texts, {
          batchSize: BATCH_SIZE,
          signal,
        })
      ) {
        for (const vector of vectors) store.add(missing[done++]!, vector);
        show();
        const leftMs = (performance.now() - start) / done * (missing.length - done);
        if (++batches === 1 && limit === undefined && leftMs > SLOW_MS) {
          this.#banner.slow(leftMs, Math.min(NEWEST, missing.length));
          return;
        }
        if (batches % BATCHES_PER_SAVE === 0) await this.#save(store);
      }
      this.#banner.hide();
      say("Meanings are ready.");
    } catch (error) {
      if (signal.aborted) return this.#banner.paused(store.model, done, missing.length);
      const choice = engineChoice(this.#parts.settings.get(), "local-a");
      this.#banner.failed(await diagnose(error, choice) ?? { message: String(error) });
    } finally {
      await this.#save(store);
      if (this.#running === controller) this.#running = undefined;
    }
  }

  /**
   * A question as a vector; undefined where there are no meanings, or the server does not answer in
   * time.
   */
  async embedQuestion(question: string): Promise<Float32Array | undefined> {
    const { model } = this;
    if (model === undefined) return undefined;
    const text = prefixesFor(model).query + question;
    try {
      const signal = AbortSignal.timeout(QUESTION_MS);
      return (await this.#clients.get(model).embedBatch([text], { signal }))[0];
    } catch {
      // The words of the question are searched all the same, and the page says so.
      return undefined;
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
