// Copyright 2026 the Rivulet authors. MIT license.

import { abortError } from "../../_shared/abort_error.ts";
import type { LoadProgress } from "./_load_phase.ts";
import { type LoadOptions, ModelEngine } from "./_model_engine.ts";
import { QueueEntry } from "./_queue_entry.ts";

/**
 * The one engine of a provider or client and the queue in front of it. Whoever is first in the queue has the
 * engine to itself.
 */
export class EngineQueue {
  readonly #entries: QueueEntry[] = [];
  #engine: ModelEngine | undefined;
  #freed: Promise<unknown> = Promise.resolve();

  /** Whether a model is loaded. */
  has(model: string): boolean {
    return this.#engine?.model === model && this.#engine.loaded;
  }

  /** Joins the queue. Whoever enters must leave. */
  enter(model = ""): QueueEntry {
    const entry = new QueueEntry(model);
    this.#entries.push(entry);
    if (this.#entries.length === 1) entry.grant();
    else if (this.#isLoading(model)) entry.feed.push(this.#engine!.progress);
    return entry;
  }

  /** Leaves the queue; a load goes on only if the next one wants the same model. */
  leave(entry: QueueEntry): void {
    const index = this.#entries.indexOf(entry);
    this.#entries.splice(index, 1);
    if (index > 0) return;
    const next = this.#entries[0];
    if (this.#engine?.loaded === false && !this.#isLoading(next?.model)) this.drop();
    next?.grant();
  }

  /** Waits for the turn and loads its model, unless it is loaded or on its way. */
  async load(
    entry: QueueEntry,
    prepare: (model: string) => Promise<Omit<LoadOptions, "onProgress">>,
  ): Promise<ModelEngine> {
    const { model } = entry;
    await entry.granted;
    if (this.#engine?.model !== model) {
      await this.drop();
      const options = await prepare(model);
      // Whoever left meanwhile wants nothing any more, and the next one may be at this very point.
      if (this.#entries[0] !== entry) throw abortError(undefined);
      const onProgress = (progress: LoadProgress) => this.#report(model, progress);
      this.#engine = new ModelEngine(model, { ...options, onProgress });
    }
    const engine = this.#engine;
    try {
      await engine.ready;
    } catch (error) {
      this.#fail(engine, error);
      throw error;
    }
    return engine;
  }

  /** Gives up the engine. Settles when its memory is free. */
  drop(): Promise<unknown> {
    const engine = this.#engine;
    this.#engine = undefined;
    if (engine !== undefined) this.#freed = Promise.all([this.#freed, engine.retire()]);
    return this.#freed;
  }

  #isLoading(model: string | undefined): boolean {
    return this.#engine?.model === model && this.#engine?.loaded === false;
  }

  #report(model: string, progress: LoadProgress): void {
    for (const entry of this.#entries) if (entry.model === model) entry.feed.push(progress);
  }

  /** A load that failed has failed for all who waited for it: each of them would only repeat it. */
  #fail(engine: ModelEngine, error: unknown): void {
    if (this.#engine !== engine) return;
    this.drop();
    for (const entry of this.#entries) if (entry.model === engine.model) entry.fail(error);
  }
}
