// Copyright 2026 the Rivulet authors. MIT license.

import type { Explanation } from "../../engines/explain.ts";
import { Banner } from "../banner.ts";
import { button } from "../dom.ts";
import { formatCount, formatWait } from "../format.ts";
import { LoadWords } from "../panels/load_words.ts";
import { say } from "../status.ts";
import { Pace } from "../pace.ts";

/** A wait is told only after this much is known about the speed. */
const MEASURE_MS = 1500;

/** So many are enough to start with, where a computer is slow. */
const NEWEST = 500;

/** What a person can do while meanings are read. */
export interface MeaningsBannerHandlers {
  onPause(): void;
  /** Reads on, the newest `limit` only where there is one. */
  onGoOn(limit?: number): void;
  onNone(): void;
}

/** Tells how far the reading of meanings is. */
export class MeaningsBanner {
  readonly #banner = new Banner("Reading meanings");
  readonly #handlers: MeaningsBannerHandlers;
  readonly #pause: HTMLButtonElement;
  readonly #cancel: HTMLButtonElement;
  #model = "";
  #words = new LoadWords("");
  #pace = new Pace();
  #isLoading = false;

  constructor(handlers: MeaningsBannerHandlers) {
    this.#handlers = handlers;
    this.#pause = button("Pause", handlers.onPause);
    this.#cancel = button("Cancel", handlers.onPause);
  }

  hide(): void {
    this.#banner.hide();
  }

  /** A reading with this model begins. */
  start(model: string, pace: Pace): void {
    this.#model = model;
    this.#words = new LoadWords(model);
    this.#pace = pace;
    this.#isLoading = false;
  }

  /** The model is on its way, as the library reports it. */
  loading(text: string): void {
    this.#isLoading = true;
    const { newPhase, ...shown } = this.#words.read(text);
    this.#banner.show({
      ...shown,
      hint: "Keyword search works meanwhile.",
      buttons: [this.#cancel],
    });
    if (newPhase !== undefined) say(`${newPhase}.`);
    // The reading begins when the model is ready.
    this.#pace.restart();
  }

  reading(done: number, total: number): void {
    this.#isLoading = false;
    const isMeasured = done > 0 && this.#pace.elapsedMs > MEASURE_MS;
    const left = isMeasured ? ` · ${formatWait(this.#pace.leftMs(done, total))} left` : "";
    this.#banner.show({
      line: `Reading meanings with ${this.#model}: ${formatCount(done)} of ${
        formatCount(total)
      }${left}`,
      hint: "Keyword search works meanwhile.",
      progress: total === 0 ? 1 : done / total,
      progressText: `${formatCount(done)} of ${formatCount(total)}`,
      buttons: [this.#pause],
    });
  }

  /** Asks before a long reading of this many. */
  slow(leftMs: number, total: number): void {
    const first = total > NEWEST ? `Index the newest ${NEWEST} first?` : "Read on?";
    this.#ask(`${sentence(formatWait(leftMs))} on this computer. ${first}`, [
      ...(total > NEWEST ? [button(`Newest ${NEWEST}`, () => this.#handlers.onGoOn(NEWEST))] : []),
      button("All", () => this.#handlers.onGoOn(Infinity)),
      button("Keyword only", this.#handlers.onNone),
    ]);
  }

  paused(done: number, total: number): void {
    this.#banner.show({
      line: `Paused: ${this.#model} has read ${formatCount(done)} of ${formatCount(total)}.`,
      hint: this.#isLoading
        ? "The files that have arrived stay in this browser, and the next try goes on from there."
        : "What it has read is used and kept.",
      buttons: [
        button("Go on", () => this.#handlers.onGoOn(Infinity)),
        button("Dismiss", () => this.hide()),
      ],
    });
  }

  failed({ message, fix = "" }: Explanation): void {
    this.#ask(`${message} ${fix}`.trim(), [
      button("Try again", () => this.#handlers.onGoOn()),
      button("Keyword only", this.#handlers.onNone),
    ]);
  }

  #ask(line: string, buttons: readonly HTMLElement[]): void {
    this.#banner.show({ line, buttons });
    say(line);
  }
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
