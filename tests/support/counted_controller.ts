// Copyright 2026 the Rivulet authors. MIT license.

/** The listeners that a signal has, of those that it gets from now on. */
export function watchListeners(signal: AbortSignal): ReadonlySet<unknown> {
  const listeners = new Set<unknown>();
  const add = signal.addEventListener.bind(signal);
  const remove = signal.removeEventListener.bind(signal);
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners.add(args[1]);
    add(...args);
  };
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners.delete(args[1]);
    remove(...args);
  };
  return listeners;
}

/** A controller whose signal counts its listeners, to see that none stays. */
export class CountedController extends AbortController {
  readonly #listeners = watchListeners(this.signal);

  get listeners(): number {
    return this.#listeners.size;
  }
}
