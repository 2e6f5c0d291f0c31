// Copyright 2026 the Rivulet authors. MIT license.

import { modelName } from "../target/model_picks.ts";
import { LoadWords } from "../messages/load_words.ts";
import type { MeaningsReading } from "../state/meanings_reading.ts";
import { Pace } from "../state/pace.ts";

/** A wait is told only after this much is known about the speed. */
const MEASURE_MS = 1500;

/** How far a reading is, as the page tells it. */
export class ReadingProgress {
  readonly pace: Pace = new Pace();
  done: number = 0;
  readonly #model: string;
  readonly #total: number;
  readonly #show: (reading: MeaningsReading) => void;
  readonly #words: LoadWords;
  #isLoading = false;

  constructor(model: string, total: number, show: (reading: MeaningsReading) => void) {
    this.#model = modelName(model);
    this.#total = total;
    this.#show = show;
    this.#words = new LoadWords(this.#model);
  }

  /** The model is on its way, as the library reports it. */
  load(text: string): void {
    this.#isLoading = true;
    this.#show({ kind: "loading", line: this.#words.read(text) });
    // The reading begins when the model is ready.
    this.pace.restart();
  }

  read(done: number): void {
    this.#isLoading = false;
    this.done = done;
    const isMeasured = done > 0 && this.pace.elapsedMs > MEASURE_MS;
    const leftMs = isMeasured ? this.pace.leftMs(done, this.#total) : undefined;
    this.#show({ kind: "reading", model: this.#model, done, total: this.#total, leftMs });
  }

  get paused(): MeaningsReading {
    return this.pausedAt(this.done);
  }

  pausedAt(done: number): MeaningsReading {
    return {
      kind: "paused",
      model: this.#model,
      done,
      total: this.#total,
      wasLoading: this.#isLoading,
    };
  }
}
