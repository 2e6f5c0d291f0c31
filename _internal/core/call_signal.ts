// Copyright 2026 the Rivulet authors. MIT license.

import { abortError } from "./abort_error.ts";

/** The end of one call before its time: by the caller's signal, or by us. */
export class CallSignal {
  /** Aborted when the call is to stop, for all that works for it. */
  readonly signal: AbortSignal;
  readonly #own = new AbortController();
  readonly #caller: AbortSignal | undefined;
  #unfollow: (() => void) | undefined;
  #released = false;

  /** Throws the error of the abort if the caller has aborted already. */
  constructor(caller: AbortSignal | null | undefined) {
    if (caller?.aborted) throw abortError(caller.reason);
    this.#caller = caller ?? undefined;
    this.signal = this.#caller === undefined ? this.#own.signal : this.#follow(this.#caller);
  }

  /** What the stopped call rejects with. */
  get error(): unknown {
    const { aborted, reason } = this.#own.signal;
    // Whichever came first counts, and gave the signal its reason.
    if (aborted && reason === this.signal.reason) return reason;
    return abortError(this.#caller?.reason);
  }

  /** Whether the call is to stop. */
  get stopped(): boolean {
    return this.signal.aborted;
  }

  /** Throws the error of a stopped call. */
  throwIfStopped(): void {
    if (this.signal.aborted) throw this.error;
  }

  /** Stops the call, which rejects with this error. */
  stop(error: unknown): void {
    this.#own.abort(error);
  }

  /** The promise's outcome, or the error of the stop at once: not everyone follows a signal. */
  async until<T>(promise: Promise<T>): Promise<T> {
    try {
      return await untilAborted(promise, this.signal);
    } catch (error) {
      throw this.stopped ? this.error : error;
    }
  }

  /** Whether the call is over. */
  get released(): boolean {
    return this.#released;
  }

  /** Ends the call: lets go of the caller's signal. */
  release(): void {
    this.#released = true;
    this.#unfollow?.();
  }

  /**
   * A signal that follows the caller's. `AbortSignal.any` puts no listener on it: a signal that many
   * calls share would make Node warn of a leak from the eleventh on.
   */
  #follow(caller: AbortSignal): AbortSignal {
    try {
      return AbortSignal.any([caller, this.#own.signal]);
    } catch {
      // Safari before 17.4 has no such function, and it takes no signal of another realm.
      const onAbort = (): void => this.#own.abort(abortError(caller.reason));
      caller.addEventListener("abort", onAbort);
      this.#unfollow = () => caller.removeEventListener("abort", onAbort);
      return this.#own.signal;
    }
  }
}

/** Runs a call until it ends or the caller aborts it. */
export async function untilStopped<T>(
  caller: AbortSignal | null | undefined,
  run: (stop: CallSignal) => Promise<T>,
): Promise<T> {
  const stop = new CallSignal(caller);
  try {
    return await stop.until(run(stop));
  } finally {
    stop.release();
  }
}

/** The promise's outcome, or the signal's reason as soon as it is aborted. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason);
    // First, so that work which ended in the same moment does not hide the abort.
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}
