// Copyright 2026 the Rivulet authors. MIT license.

import { abortError } from "../../core/abort_error.ts";
import { Deadline } from "../package/deadline.ts";
import type { LoadProgress } from "../package/load_phase.ts";
import { type LoadOptions, ModelEngine } from "./model_engine.ts";
import { QueueEntry, type QueuePlan } from "./queue_entry.ts";

/**
 * How long an engine may take to stop before it is given up: a step takes long on a slow device,
 * and to load the model again takes longer.
 */
const GRACE_MS = 10_000;

/** The same where the next one does not want the engine, on a thread that cannot be cut off. */
const SHORT_GRACE_MS = 1_000;

/**
 * The one engine of a provider or client and the queue in front of it. Whoever is first in the
 * queue has the engine to itself.
 */
export class EngineQueue {
  readonly #entries: QueueEntry[] = [];
  #engine: ModelEngine | undefined;
  #freed: Promise<unknown> = Promise.resolve();
  #onChange = (): void => {};

  /** Whether a model is loaded. */
  has(model: string): boolean {
    return this.#engine?.model === model && this.#engine.loaded;
  }

  /** Joins the queue. Whoever enters must leave. */
  enter(plan: QueuePlan): QueueEntry {
    const entry = new QueueEntry(plan);
    this.#entries.push(entry);
    if (this.#entries.length === 1) entry.grant();
    else if (this.#isLoading(entry.model)) entry.feed.push(this.#engine!.progress);
    this.#onChange();
    return entry;
  }

  /** Leaves the queue; a load goes on only if the next one wants the same model. */
  leave(entry: QueueEntry): void {
    const index = this.#entries.indexOf(entry);
    // Whoever has left already must not take the place of another.
    if (index < 0) return;
    this.#entries.splice(index, 1);
    this.#onChange();
    if (index > 0) return;
    const next = this.#entries[0];
    if (this.#engine?.loaded === false && !this.#isLoading(next?.model)) this.drop();
    next?.grant();
  }

  /**
   * Leaves the queue when the engine has stopped what it did for this one; `free` tells, with
   * whether it may be used again. An engine that does not stop is given up after a while, and at
   * once if the next one does not want it.
   */
  async leaveWhen(free: Promise<boolean>, entry: QueueEntry): Promise<void> {
    const engine = this.#engine;
    const deadline = new Deadline(GRACE_MS);
    this.#onChange = () => {
      const next = this.#entries[1];
      if (engine === undefined || next?.ends(engine.model) !== true) return;
      deadline.notLaterThan(engine.endsAtOnce ? 0 : SHORT_GRACE_MS);
    };
    this.#onChange();
    const isUsable = await Promise.race([free, deadline.passed.then(() => false)]);
    this.#onChange = () => {};
    deadline.cancel();
    if (!isUsable) this.drop();
    this.leave(entry);
  }

  /** Waits for the turn and loads its model, unless it is loaded or on its way. */
  async load(
    entry: QueueEntry,
    prepare: (model: string) => Promise<Omit<LoadOptions, "onProgress">>,
  ): Promise<ModelEngine> {
    const model = entry.model!;
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

  /** Gives up the engine, if its model is one of those meant. Settles when its memory is free. */
  async dropIf(isMeant: (model: string) => boolean): Promise<void> {
    if (this.#engine === undefined || isMeant(this.#engine.model)) await this.drop();
  }

  /** Gives up the engine. Settles when its memory is free. */
  drop(): Promise<unknown> {
    const engine = this.#engine;
    this.#engine = undefined;
    if (engine !== undefined) this.#freed = engine.retire();
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
