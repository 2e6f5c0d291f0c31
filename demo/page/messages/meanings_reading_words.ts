// Copyright 2026 the Rivulet authors. MIT license.

import { formatCount, formatWait } from "./format.ts";
import { type MeaningsAction, type MeaningsReading, NEWEST } from "../state/meanings_reading.ts";
import { DISMISS, type ReadingWords } from "./reading_words.ts";

type Words = ReadingWords<MeaningsAction>;

const MEANWHILE = "You can search by words meanwhile.";
const KEYWORD_ONLY = { action: "keyword only", words: "Words alone" } as const;

/** The words of each step of a reading; undefined where there is nothing to say in a line. */
export function meaningsReadingWords(reading: MeaningsReading): Words | undefined {
  switch (reading.kind) {
    case "idle":
    case "consent":
      return undefined;
    case "loading": {
      const { newPhase: _, ...line } = reading.line;
      const cancel = { action: "pause", words: "Cancel" } as const;
      return { ...line, hint: MEANWHILE, actions: [cancel], isQuiet: true };
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
        isQuiet: true,
      };
    case "failed": {
      const { message, fix = "" } = reading.reason;
      return {
        line: `${message} ${fix}`.trim(),
        actions: [{ action: "go on", words: "Try again" }, KEYWORD_ONLY],
      };
    }
  }
}

function wordsOfReading(
  { model, done, total, leftMs }: Extract<MeaningsReading, { kind: "reading" }>,
): Words {
  const amount = `${formatCount(done)} of ${formatCount(total)}`;
  const left = leftMs === undefined ? "" : ` · ${formatWait(leftMs)} left`;
  return {
    line: `Reading meanings with ${model}: ${amount}${left}`,
    hint: MEANWHILE,
    progress: total === 0 ? 1 : done / total,
    progressText: amount,
    actions: [{ action: "pause", words: "Pause" }],
    isQuiet: true,
  };
}

function wordsOfSlow({ leftMs, total }: Extract<MeaningsReading, { kind: "slow" }>): Words {
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
  };
}
