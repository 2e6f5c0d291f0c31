// Copyright 2026 the Rivulet authors. MIT license.

/** Measures an answer: the wait for its first word, and its speed after that. */
export class Stopwatch {
  readonly #now: () => number;
  readonly #start: number;
  #firstAt: number | undefined;
  #lastAt: number;
  #count = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#start = this.#lastAt = now();
  }

  token(): void {
    this.#lastAt = this.#now();
    this.#firstAt ??= this.#lastAt;
    this.#count++;
  }

  /** Undefined before the first token. */
  get firstTokenMs(): number | undefined {
    return this.#firstAt === undefined ? undefined : this.#firstAt - this.#start;
  }

  /** Tokens a second after the first one; undefined where nothing can be said. */
  get tokensPerSecond(): number | undefined {
    const milliseconds = this.#lastAt - (this.#firstAt ?? this.#lastAt);
    return this.#count < 2 || milliseconds <= 0
      ? undefined
      : (this.#count - 1) * 1000 / milliseconds;
  }
}
