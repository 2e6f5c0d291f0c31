// Copyright 2026 the Rivulet authors. MIT license.

import { untilAborted } from "../../core/call_signal.ts";
import type { LLMStreamPart } from "../../core/types.ts";
import type { LoadProgress } from "../package/load_phase.ts";

/** What somebody in the queue will do with the engine. */
export interface TurnPlan {
  /** The model that is wanted; undefined where none is. */
  readonly model?: string | undefined;
  /** Whether an engine with this model will not be needed from then on. */
  ends(model: string): boolean;
}

/** One place in the queue for the engine. */
export class Turn implements TurnPlan {
  readonly model: string | undefined;
  readonly ends: (model: string) => boolean;
  /** What a load of this model says, from now on. */
  readonly feed: ProgressFeed = new ProgressFeed();
  /** Settles when the engine is this one's alone, or has failed for it. */
  readonly granted: Promise<void>;
  readonly #taken: Promise<never>;
  grant!: () => void;
  /** Takes away the engine, or the hope for it; whatever this turn waits for rejects. */
  fail!: (error: unknown) => void;

  constructor({ model, ends }: TurnPlan) {
    this.model = model;
    this.ends = ends;
    let take: (error: unknown) => void;
    this.#taken = new Promise((_, reject) => take = reject);
    this.#taken.catch(() => {});
    this.granted = new Promise((resolve, reject) => {
      this.grant = resolve;
      this.fail = (error) => {
        take(error);
        reject(error);
      };
    });
    this.granted.catch(() => {});
  }

  /** The promise's outcome; rejects as soon as the engine is taken away, which may hang. */
  unlessTaken<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, this.#taken]);
  }
}

/**
 * The progress of a load on its way from the engine, which pushes it, to one caller, who pulls it.
 */
export class ProgressFeed {
  #parts: LLMStreamPart[] = [];
  #highest = 0;
  #wake = (): void => {};

  /**
   * Adds what a load says. The caller may have seen more of an earlier load, so the number never
   * falls here.
   */
  push({ progress, text }: LoadProgress): void {
    this.#highest = Math.min(1, Math.max(this.#highest, progress));
    this.#parts.push({ progress: [this.#highest, text] });
    this.#wake();
  }

  /** Forgets what was said so far, for a caller who has heard it. */
  reset(): void {
    this.#parts = [];
    this.#highest = 0;
  }

  /** The parts as they come until the promise settles; ends with its outcome. */
  async *until<T>(outcome: Promise<T>, stop: AbortSignal): AsyncGenerator<LLMStreamPart[], T> {
    let settled = false;
    const settle = (): void => {
      settled = true;
      this.#wake();
    };
    outcome.then(settle, settle);
    while (true) {
      stop.throwIfAborted();
      if (this.#parts.length > 0) yield this.#parts.splice(0);
      else if (settled) return await outcome;
      else await untilAborted(new Promise<void>((resolve) => this.#wake = resolve), stop);
    }
  }
}
