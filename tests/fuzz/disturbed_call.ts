// Copyright 2026 the Rivulet authors. MIT license.

import { CountedController } from "../support/counted_controller.ts";

/** What callbacks and sources throw here. */
export const THROWN = new Error("thrown by the caller");

/** What a caller does, and after how many items or milliseconds. */
export interface Disturbance {
  /** Also `abort in …` and `throw in …`, with the name of a callback or source. */
  act:
    | "nothing"
    | "abort before"
    | "abort after a while"
    | "leave"
    | `${"abort" | "throw"} in ${string}`;
  after: number;
}

/** A call whose caller aborts, throws or leaves at some moment, and what came of it. */
export class DisturbedCall<Item> {
  readonly items: Item[] = [];
  error: unknown;
  /** Whether the caller left the loop. */
  left = false;
  readonly #disturbance: Disturbance;
  readonly #controller = new CountedController();
  #isLate = false;

  constructor(disturbance: Disturbance) {
    this.#disturbance = disturbance;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Takes the next item; true where the caller leaves now. */
  take(item: Item): boolean {
    this.#isLate ||= this.signal.aborted;
    this.items.push(item);
    const { act, after } = this.#disturbance;
    this.left = act === "leave" && this.items.length > after;
    return this.left;
  }

  /** Does what the caller does in a callback or source of this name. */
  disturbIn(name: string): void {
    if (this.#disturbance.act === `abort in ${name}`) this.#controller.abort();
    if (this.#disturbance.act === `throw in ${name}`) throw THROWN;
  }

  /** Runs the call; a caller who does nothing has enough after `patienceMs`. */
  async run(call: () => Promise<void>, patienceMs: number | undefined): Promise<void> {
    const { act, after } = this.#disturbance;
    const wait = act === "abort after a while" ? after : patienceMs;
    const timer = wait === undefined ? undefined : setTimeout(() => this.#controller.abort(), wait);
    if (act === "abort before") this.#controller.abort();
    try {
      await call();
    } catch (error) {
      this.error = error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** What is wrong, whatever was called. */
  fault(): string | undefined {
    if (this.#isLate) return "goes on after the abort";
    const { listeners } = this.#controller;
    if (listeners > 0) return `${listeners} listeners stay`;
    return this.#mayEndSo() ? undefined : `ends with ${Deno.inspect(this.error)}`;
  }

  /** Errors of the library itself are judged by those who know what was called. */
  #mayEndSo(): boolean {
    const { error } = this;
    if (error === THROWN) return this.#disturbance.act.startsWith("throw");
    return !(error instanceof Error && error.name === "AbortError") || this.signal.aborted;
  }
}
