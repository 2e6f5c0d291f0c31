// Copyright 2026 the Rivulet authors. MIT license.

import { within } from "./until.ts";

/** Moments that come once each, counted from 0, and can be waited for before and after. */
export class Moments {
  readonly #what: string;
  readonly #moments: { reached: Promise<void>; pass: () => void }[] = [];

  /** `what` comes, for the error where it does not. */
  constructor(what: string) {
    this.#what = what;
  }

  at(index: number): Promise<void> {
    return within(this.#moment(index).reached, `${this.#what} ${index}`);
  }

  pass(index: number): void {
    this.#moment(index).pass();
  }

  // Without `Promise.withResolvers()`, which Node 20 lacks.
  #moment(index: number): { reached: Promise<void>; pass: () => void } {
    let pass = () => {};
    const reached = new Promise<void>((resolve) => pass = resolve);
    return this.#moments[index] ??= { reached, pass };
  }
}
