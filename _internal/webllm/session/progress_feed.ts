// Copyright 2026 the Rivulet authors. MIT license.

import { untilAborted } from "../../core/call_signal.ts";
import type { LLMStreamPart } from "../../core/types.ts";
import type { LoadProgress } from "../package/load_phase.ts";

/**
 * The progress of a load on its way from the engine, which pushes it, to one caller, who pulls it.
 */
export class ProgressFeed {
  #parts: LLMStreamPart[] = [];
  #highest = 0;
  #wake = (): void => {};

  /**
   * Adds what a load says. The caller may have seen more of an earlier load, so the number never
   * falls here.
   */
  push({ progress, text }: LoadProgress): void {
    this.#highest = Math.min(1, Math.max(this.#highest, progress));
    this.#parts.push({ progress: [this.#highest, text] });
    this.#wake();
  }

  /** Forgets what was said so far, for a caller who has heard it. */
  reset(): void {
    this.#parts = [];
    this.#highest = 0;
  }

  /** The parts as they come until the promise settles; ends with its outcome. */
  async *until<T>(outcome: Promise<T>, stop: AbortSignal): AsyncGenerator<LLMStreamPart[], T> {
    let settled = false;
    const settle = (): void => {
      settled = true;
      this.#wake();
    };
    outcome.then(settle, settle);
    while (true) {
      stop.throwIfAborted();
      if (this.#parts.length > 0) yield this.#parts.splice(0);
      else if (settled) return await outcome;
      else await untilAborted(new Promise<void>((resolve) => this.#wake = resolve), stop);
    }
  }
}
