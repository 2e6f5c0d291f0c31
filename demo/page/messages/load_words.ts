// Copyright 2026 the Rivulet authors. MIT license.

import { formatWait } from "./format.ts";
import type { LoadLine } from "../state/load_line.ts";
import { Pace } from "../state/pace.ts";

/** A wait is told only after this much is known about the speed. */
const MEASURE_MS = 3000;

/** Puts what the library reports of a model on its way into words, in three phases with names. */
export class LoadWords {
  readonly #name: string;
  #phase = "";
  readonly #now: (() => number) | undefined;
  #start: { pace: Pace; megabytes: number } | undefined;

  constructor(name: string, now?: () => number) {
    this.#name = name;
    this.#now = now;
  }

  /** Reads one report, such as `Downloading: 12 MB, 40 %` or `Warming up: 10 %`. */
  read(text: string): LoadLine {
    const [, megabytes, percent] = /^Downloading: (\d+) MB, (\d+) %/.exec(text) ?? [];
    if (megabytes !== undefined && percent !== undefined) {
      return this.#readDownload(Number(megabytes), Number(percent));
    }
    const phase = text.replace(/: \d+ %$/, "");
    const isNew = phase !== this.#phase;
    this.#phase = phase;
    return { line: `${phase}…`, ...(isNew && { newPhase: phase }) };
  }

  #readDownload(done: number, percent: number): LoadLine {
    this.#start ??= { pace: new Pace(this.#now), megabytes: done };
    // The total is what the share that has come makes it: the size was never known before.
    const total = percent > 0 ? Math.round(done * 100 / percent) : undefined;
    const amount = total === undefined ? `${done} MB` : `${done} of about ${total} MB`;
    const left = total === undefined ? "" : timeLeft(done, total, this.#start);
    return {
      line: `Downloading ${this.#name}: ${amount}${left}`,
      progress: percent / 100,
      progressText: amount,
    };
  }
}

function timeLeft(
  done: number,
  total: number,
  { pace, megabytes }: { pace: Pace; megabytes: number },
): string {
  const came = done - megabytes;
  if (pace.elapsedMs < MEASURE_MS || came <= 0) return "";
  return ` · ${formatWait(pace.leftMs(came, came + total - done))} left`;
}
