// Copyright 2026 the Rivulet authors. MIT license.

/** Something that is made at its first use. What failed is tried anew the next time. */
export class Lazy<T> {
  readonly #make: () => Promise<T>;
  #made: Promise<T> | undefined;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  /** What is being made or was made; undefined before the first use. */
  get loaded(): Promise<T> | undefined {
    return this.#made;
  }

  async get(): Promise<T> {
    const made = this.#made ??= this.#make();
    try {
      return await made;
    } catch (error) {
      if (this.#made === made) this.#made = undefined;
      throw error;
    }
  }
}
