// Copyright 2026 the Rivulet authors. MIT license.

import { untilAborted } from "../../core/call_signal.ts";
import type { LLMStreamPart } from "../../core/types.ts";
import { type LoadPhase, type LoadReport, phaseOf } from "../package/engine_module.ts";

/** How far a load is, for the caller. */
export interface LoadProgress {
  readonly progress: number;
  readonly text: string;
}

// A fault of the engine up to 0.2.86: it counts each phase from 0 to 1 and never the whole. These are
// the parts of it that they take.
const WITH_DOWNLOAD = { downloading: [0, 0.8], uploading: [0.8, 0.95], compiling: [0.95, 1] };
const WITHOUT_DOWNLOAD = { downloading: [0, 0], uploading: [0, 0.8], compiling: [0.8, 1] };

/** Before the first report: the program, the configuration and the tokenizer are on their way. */
export const PREPARING: LoadProgress = { progress: 0, text: "Preparing" };

/** Once the model is loaded. */
export const READY: LoadProgress = { progress: 1, text: "Ready" };

/** What a report says of the whole load. */
export function progressOf(report: LoadReport, { cached }: { cached: boolean }): LoadProgress {
  const phase = phaseOf(report) as keyof typeof WITH_DOWNLOAD;
  const [start, end] = (cached ? WITHOUT_DOWNLOAD : WITH_DOWNLOAD)[phase] as [number, number];
  // A fault of the engine up to 0.2.86: an empty list of files makes it divide by zero.
  const part = Number.isFinite(report.progress) ? report.progress : 0;
  return {
    progress: start + (end - start) * part,
    text: phaseText(phase, { report, part, cached }),
  };
}

function phaseText(
  phase: LoadPhase,
  { report, part, cached }: { report: LoadReport; part: number; cached: boolean },
): string {
  const percent = `${Math.floor(part * 100)} %`;
  if (phase === "compiling") return `Warming up: ${percent}`;
  if (phase === "uploading" || cached) return `Loading into graphics memory: ${percent}`;
  const megabytes = /(\d{1,9})MB fetched/.exec(report.text)?.[1] ?? "0";
  return `Downloading: ${megabytes} MB, ${percent}`;
}

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
