// Copyright 2026 the Rivulet authors. MIT license.

import { endOfSlice } from "../shared/end_of_slice.ts";

/** So much is shown at once; how long that takes is known only afterwards. */
const SLICE = 2000;

/** After this long everything else has its turn: Ctrl+C above all. */
const TURN_MS = 20;

/**
 * Shows a text that may come faster than a terminal can show it, in slices with turns between them.
 * What comes in small pieces is shown at once.
 */
export class TextTurns {
  readonly #show: (text: string) => void;
  readonly #signal: AbortSignal;
  /** What waits for its turn, and how much of its first piece is shown. */
  #pieces: string[] = [];
  #first = 0;
  #at = 0;
  /** How much more is shown before others have had their turn. */
  #room = SLICE;
  #work: Promise<void> | undefined;
  #failure: { readonly cause: unknown } | undefined;

  constructor(show: (text: string) => void, { signal }: { signal: AbortSignal }) {
    this.#show = show;
    this.#signal = signal;
  }

  /** Throws what an earlier piece could not be shown for. */
  push(text: string): void {
    if (this.#failure !== undefined) throw this.#failure.cause;
    if (this.#work === undefined && text.length <= this.#room) {
      this.#room -= text.length;
      return this.#show(text);
    }
    this.#pieces.push(text);
    this.#work ??= this.#showAll();
  }

  /** Resolves when all is shown. Rejects where it cannot be, and with the reason of an abort. */
  async end(): Promise<void> {
    await this.#work;
    if (this.#failure !== undefined) throw this.#failure.cause;
  }

  async #showAll(): Promise<void> {
    try {
      while (this.#first < this.#pieces.length) {
        await new Promise((resolve) => setTimeout(resolve));
        this.#signal.throwIfAborted();
        const turnAt = performance.now() + TURN_MS;
        do this.#show(this.#nextSlice()); while (
          this.#first < this.#pieces.length && performance.now() < turnAt
        );
      }
    } catch (cause) {
      this.#failure = { cause };
    } finally {
      this.#pieces = [];
      this.#first = 0;
      this.#room = SLICE;
      this.#work = undefined;
    }
  }

  /** The pieces that come next, as far as they fit. */
  #nextSlice(): string {
    let slice = "";
    while (slice.length < SLICE && this.#first < this.#pieces.length) {
      const piece = this.#pieces[this.#first]!;
      const end = endOfSlice(piece, this.#at + SLICE - slice.length);
      slice += piece.slice(this.#at, end);
      this.#at = end;
      if (end < piece.length) continue;
      this.#pieces[this.#first++] = "";
      this.#at = 0;
    }
    return slice;
  }
}
