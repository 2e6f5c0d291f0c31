// Copyright 2026 the Rivulet authors. MIT license.

import type { Explanation } from "../../engines/explain.ts";
import type { ConsentFacts } from "./consent.ts";
import { formatCount, formatWait } from "./format.ts";
import type { LoadLine } from "./load_words.ts";

/** So many are enough to start with, where a computer is slow. */
export const NEWEST = 500;

/** Where a reading of meanings is. */
export type MeaningsReading =
  | { readonly kind: "idle" }
  | { readonly kind: "consent"; readonly facts: ConsentFacts }
  | { readonly kind: "loading"; readonly line: LoadLine }
  | {
    readonly kind: "reading";
    readonly model: string;
    readonly done: number;
    readonly total: number;
    /** Undefined until the speed is known. */
    readonly leftMs: number | undefined;
  }
  /** The person is asked before a long reading. */
  | { readonly kind: "slow"; readonly leftMs: number; readonly total: number }
  | {
    readonly kind: "paused";
    readonly model: string;
    readonly done: number;
    readonly total: number;
    readonly wasLoading: boolean;
  }
  | { readonly kind: "failed"; readonly reason: Explanation };

/** What can be done about a reading of meanings. */
export type MeaningsAction = "pause" | "go on" | "newest" | "all" | "keyword only" | "dismiss";

/** What the page says of a reading; undefined where there is nothing to say in a line. */
export interface MeaningsReadingWords {
  readonly line: string;
  readonly hint?: string | undefined;
  readonly progress?: number | undefined;
  readonly progressText?: string | undefined;
  readonly actions: readonly { readonly action: MeaningsAction; readonly words: string }[];
  readonly isSaid: boolean;
}

const MEANWHILE = "Keyword search works meanwhile.";
const DISMISS = { action: "dismiss", words: "Dismiss" } as const;
const KEYWORD_ONLY = { action: "keyword only", words: "Keyword only" } as const;

/** The words of each step of a reading. */
export function meaningsReadingWords(reading: MeaningsReading): MeaningsReadingWords | undefined {
  switch (reading.kind) {
    case "idle":
    case "consent":
      return undefined;
    case "loading": {
      const { newPhase: _, ...line } = reading.line;
      const cancel = { action: "pause", words: "Cancel" } as const;
      return { ...line, hint: MEANWHILE, actions: [cancel], isSaid: false };
    }
    case "reading":
      return wordsOfReading(reading);
    case "slow":
      return wordsOfSlow(reading);
    case "paused":
      return {
        line: `Paused: ${reading.model} has read ${formatCount(reading.done)} of ${
          formatCount(reading.total)
        }.`,
        hint: reading.wasLoading
          ? "The files that have arrived stay in this browser, and the next try goes on from there."
          : "What it has read is used and kept.",
        actions: [{ action: "go on", words: "Go on" }, DISMISS],
        isSaid: false,
      };
    case "failed": {
      const { message, fix = "" } = reading.reason;
      return {
        line: `${message} ${fix}`.trim(),
        actions: [{ action: "go on", words: "Try again" }, KEYWORD_ONLY],
        isSaid: true,
      };
    }
  }
}

function wordsOfReading(
  { model, done, total, leftMs }: Extract<MeaningsReading, { kind: "reading" }>,
): MeaningsReadingWords {
  const amount = `${formatCount(done)} of ${formatCount(total)}`;
  const left = leftMs === undefined ? "" : ` · ${formatWait(leftMs)} left`;
  return {
    line: `Reading meanings with ${model}: ${amount}${left}`,
    hint: MEANWHILE,
    progress: total === 0 ? 1 : done / total,
    progressText: amount,
    actions: [{ action: "pause", words: "Pause" }],
    isSaid: false,
  };
}

function wordsOfSlow(
  { leftMs, total }: Extract<MeaningsReading, { kind: "slow" }>,
): MeaningsReadingWords {
  const wait = formatWait(leftMs);
  const isLong = total > NEWEST;
  return {
    line: `${wait.charAt(0).toUpperCase()}${wait.slice(1)} on this computer. ${
      isLong ? `Index the newest ${NEWEST} first?` : "Read on?"
    }`,
    actions: [
      ...(isLong ? [{ action: "newest", words: `Newest ${NEWEST}` } as const] : []),
      { action: "all", words: "All" },
      KEYWORD_ONLY,
    ],
    isSaid: true,
  };
}
