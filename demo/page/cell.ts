// Copyright 2026 the Rivulet authors. MIT license.

/** A value that others can watch. */
export class Cell<T> {
  readonly #watchers = new Set<(value: T) => void>();
  #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  get(): T {
    return this.#value;
  }

  set(value: T): void {
    this.#value = value;
    this.#watchers.forEach((watcher) => watcher(value));
  }

  /** Calls the watcher now and after each change. */
  watch(watcher: (value: T) => void): void {
    this.#watchers.add(watcher);
    watcher(this.#value);
  }
}
