// Copyright 2026 the Rivulet authors. MIT license.

import { ProgressFeed } from "./progress.ts";

/** How many turns that came later may go before one, which saves two loads each time. */
const MOST_BEFORE = 4;

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

/** Who wants the engine; the first has it. */
export class TurnQueue implements Iterable<Turn> {
  readonly #turns: Turn[] = [];
  /** How many went before a turn that had come earlier. */
  readonly #passed = new WeakMap<Turn, number>();

  [Symbol.iterator](): Iterator<Turn> {
    return this.#turns.values();
  }

  get first(): Turn | undefined {
    return this.#turns[0];
  }

  /** Those behind the first. */
  get waiting(): readonly Turn[] {
    return this.#turns.slice(1);
  }

  add(turn: Turn): void {
    this.#turns.push(turn);
  }

  /** Whether it was there; who has left already must not take the place of another. */
  remove(turn: Turn): boolean {
    const index = this.#turns.indexOf(turn);
    if (index >= 0) this.#turns.splice(index, 1);
    return index >= 0;
  }

  /**
   * Who comes after the first: one that wants the model which is loaded goes before others, within
   * bounds. Nobody goes before a turn that wants no model: what was asked after `unload()` is
   * answered after it.
   */
  next(loaded: string): Turn | undefined {
    const { waiting } = this;
    const index = waiting.findIndex(({ model }) => model === undefined || model === loaded);
    const isAllowed = waiting[index]?.model === loaded &&
      waiting.slice(0, index).every((turn) => this.#timesPassed(turn) < MOST_BEFORE);
    return waiting[isAllowed ? index : 0];
  }

  /** Puts that one behind the first. */
  preferNext(loaded: string): void {
    const next = this.next(loaded);
    if (next === undefined) return;
    const index = this.#turns.indexOf(next);
    for (const turn of this.#turns.slice(1, index)) {
      this.#passed.set(turn, this.#timesPassed(turn) + 1);
    }
    this.#turns.splice(1, 0, ...this.#turns.splice(index, 1));
  }

  #timesPassed(turn: Turn): number {
    return this.#passed.get(turn) ?? 0;
  }
}
