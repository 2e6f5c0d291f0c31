// Copyright 2026 the Rivulet authors. MIT license.

import { abortError } from "./abort_error.ts";

/** The end of one call before its time: by the caller's signal, or by us. */
export class CallSignal {
  readonly #own = new AbortController();
  /** Aborted when the call is to stop, for all that works for it. */
  readonly signal: AbortSignal = this.#own.signal;
  readonly #caller: AbortSignal | undefined;
  readonly #followers: Followers | undefined;
  #isOurs = false;
  #released = false;

  /** Throws the error of the abort if the caller has aborted already. */
  constructor(caller: AbortSignal | null | undefined) {
    if (caller?.aborted) throw abortError(caller.reason);
    this.#caller = caller ?? undefined;
    this.#followers = this.#caller && followers(this.#caller);
    this.#followers?.add(this.#own);
  }

  /** What the stopped call rejects with. */
  get error(): unknown {
    return this.#isOurs ? this.signal.reason : abortError(this.#caller?.reason);
  }

  /** Whether the call is to stop: the caller's signal tells it before its listeners hear of it. */
  get stopped(): boolean {
    return this.#isOurs || this.#caller?.aborted === true;
  }

  /** Throws the error of a stopped call. */
  throwIfStopped(): void {
    if (this.stopped) throw this.error;
  }

  /** Stops the call, which rejects with this error. */
  stop(error: unknown): void {
    this.#isOurs ||= !this.stopped;
    this.#own.abort(this.#isOurs ? error : this.#caller?.reason);
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
    this.#followers?.delete(this.#own);
  }
}

/** The calls that follow a caller's signal. */
class Followers {
  readonly #signal: AbortSignal;
  readonly #calls = new Set<AbortController>();
  readonly #onAbort = (): void => this.#calls.forEach((call) => call.abort(this.#signal.reason));

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  add(call: AbortController): void {
    if (this.#calls.size === 0) this.#signal.addEventListener("abort", this.#onAbort);
    this.#calls.add(call);
  }

  delete(call: AbortController): void {
    this.#calls.delete(call);
    if (this.#calls.size === 0) this.#signal.removeEventListener("abort", this.#onAbort);
  }
}

const followersOf = /* @__PURE__ */ new WeakMap<AbortSignal, Followers>();

/**
 * Those that follow a signal. One listener serves them all, since Node warns of a leak from the
 * eleventh on. And not `AbortSignal.any`: it takes longer than all else that is done before a
 * request, Safari before 17.4 has none, and it takes no signal of another realm.
 */
function followers(signal: AbortSignal): Followers {
  const known = followersOf.get(signal) ?? new Followers(signal);
  followersOf.set(signal, known);
  return known;
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
