// Copyright 2026 the Rivulet authors. MIT license.

/** What a page keeps as texts, in memory. */
export class FakeStorage {
  readonly #texts = new Map<string, string>();
  /** The name of the error of each change. */
  failsWith: string | undefined;

  get length(): number {
    return this.#texts.size;
  }

  key(index: number): string | null {
    return [...this.#texts.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.#texts.get(key) ?? null;
  }

  setItem(key: string, text: string): void {
    this.#change();
    this.#texts.set(key, text);
  }

  removeItem(key: string): void {
    this.#change();
    this.#texts.delete(key);
  }

  clear(): void {
    this.#texts.clear();
  }

  #change(): void {
    if (this.failsWith !== undefined) throw new DOMException("no", this.failsWith);
  }
}
