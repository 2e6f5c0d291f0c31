// Copyright 2026 the Rivulet authors. MIT license.

import type { Explanation } from "../../engines/explain.ts";
import { Banner } from "../banner.ts";
import { button } from "../dom.ts";
import { formatCount, formatWait } from "../format.ts";
import { say } from "../status.ts";

/** A wait is told only after this much is known about the speed. */
const MEASURE_MS = 1500;

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

  constructor(handlers: MeaningsBannerHandlers) {
    this.#handlers = handlers;
    this.#pause = button("Pause", handlers.onPause);
  }

  hide(): void {
    this.#banner.hide();
  }

  reading(
    { model, done, total, start }: { model: string; done: number; total: number; start: number },
  ): void {
    const elapsed = performance.now() - start;
    const isMeasured = done > 0 && elapsed > MEASURE_MS;
    const left = isMeasured ? ` · ${formatWait(elapsed / done * (total - done))} left` : "";
    this.#banner.show({
      line: `Reading meanings with ${model}: ${formatCount(done)} of ${formatCount(total)}${left}`,
      hint: "Keyword search works meanwhile.",
      progress: total === 0 ? 1 : done / total,
      progressText: `${formatCount(done)} of ${formatCount(total)}`,
      buttons: [this.#pause],
    });
  }

  slow(leftMs: number, newest: number): void {
    this.#ask(
      `${sentence(formatWait(leftMs))} on this computer. Index the newest ${newest} first?`,
      [
        button(`Newest ${newest}`, () => this.#handlers.onGoOn(newest)),
        button("All", () => this.#handlers.onGoOn(Infinity)),
        button("Keyword only", this.#handlers.onNone),
      ],
    );
  }

  paused(model: string, done: number, total: number): void {
    this.#banner.show({
      line: `Paused: ${model} has read ${formatCount(done)} of ${formatCount(total)}.`,
      hint: "What it has read is used and kept.",
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
