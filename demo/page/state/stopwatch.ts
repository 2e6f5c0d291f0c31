// Copyright 2026 the Rivulet authors. MIT license.

import { tokenRate } from "../../engines/speed.ts";

/** Measures an answer: the wait for its first word, and its speed. */
export class Stopwatch {
  readonly #now: () => number;
  readonly #start: number;
  #firstAt: number | undefined;
  #firstWordAt: number | undefined;
  #lastAt: number;
  #count = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#start = this.#lastAt = now();
  }

  /** A token has come; thinking counts for the speed, but is no word of the answer. */
  token({ isVisible = false } = {}): void {
    this.#lastAt = this.#now();
    this.#firstAt ??= this.#lastAt;
    if (isVisible) this.#firstWordAt ??= this.#lastAt;
    this.#count++;
  }

  /** Undefined before the first word that is shown. */
  get firstWordMs(): number | undefined {
    return this.#firstWordAt === undefined ? undefined : this.#firstWordAt - this.#start;
  }

  /** Tokens a second after the first one; undefined where nothing can be said. */
  get tokensPerSecond(): number | undefined {
    return tokenRate(this.#count, this.#lastAt - (this.#firstAt ?? this.#lastAt));
  }

  /** The server has told how many tokens there were: it may send several as one piece. */
  counted(tokens: number): void {
    this.#count = tokens;
  }
}
