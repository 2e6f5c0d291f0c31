// Copyright 2026 the Rivulet authors. MIT license.

import type { CallSignal } from "./call_signal.ts";
import { rememberCallbackError } from "./callback_errors.ts";
import type { EmbedManyOptions } from "./embedding_types.ts";
import type { LLMStreamRequest } from "./types.ts";

/** How many microtasks a callback may need to be rejected, without an event that it waits for. */
const SETTLING_TURNS = 8;

/** The caller's functions. */
type Given =
  & Pick<Partial<LLMStreamRequest>, "onToken" | "onReasoning" | "onFinish" | "onInitProgress">
  & Pick<EmbedManyOptions, "onProgress">;

/**
 * Calls the caller's functions. What they throw, or what a promise of theirs rejects with, is the
 * error of the call: that same error.
 */
export class Callbacks {
  readonly #given: Given;
  readonly #stop: CallSignal;
  #pending = 0;
  #failure: { readonly error: unknown } | undefined;

  constructor(given: Given, stop: CallSignal) {
    this.#given = given;
    this.#stop = stop;
  }

  /** What the first of them that failed threw; it counts more than an abort. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  /**
   * Calls a function, if the caller gave it. A promise is not waited for, so that order and speed
   * are the stream's own.
   */
  call<Name extends keyof Given>(
    name: Name,
    ...values: Parameters<NonNullable<Given[Name]>>
  ): void {
    let result: unknown;
    try {
      result = (this.#given[name] as ((...values: unknown[]) => unknown) | undefined)?.(...values);
    } catch (error) {
      this.#fail(error);
      throw error;
    }
    if (isThenable(result)) this.#follow(result);
  }

  /** Hears of the promises that have been rejected already, before the answer is called good. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < SETTLING_TURNS && this.#pending > 0; turn++) await undefined;
    this.#stop.throwIfStopped();
  }

  #follow(promise: PromiseLike<unknown>): void {
    this.#pending++;
    // A thenable may throw by itself.
    Promise.resolve(promise).then(() => void this.#pending--, (error) => {
      this.#pending--;
      // The answer has settled: an error that comes this late must not end the caller's program.
      if (this.#stop.released) return;
      this.#fail(error);
      this.#stop.stop(error);
    });
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    rememberCallbackError(error);
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as PromiseLike<unknown> | null | undefined)?.then === "function";
}
