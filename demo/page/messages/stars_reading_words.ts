// Copyright 2026 the Rivulet authors. MIT license.

import { formatClock, formatCount, formatPlural } from "./format.ts";
import type { SavedStars } from "../../stars/star_sync.ts";
import { DISMISS, type ReadingWords } from "./reading_words.ts";
import type { Came, StarCount, StarsAction, StarsReading } from "../state/stars_reading.ts";

type Words = ReadingWords<StarsAction>;
type Limited = Extract<StarsReading, { kind: "limited" }>;

const CANCEL = { action: "cancel", words: "Cancel" } as const;
const CONTINUE = { action: "continue", words: "Continue" } as const;
const OTHER_WAYS = [
  { action: "try another name", words: "Try another name" },
  { action: "use the sample", words: "Use the sample" },
] as const;

/** The words of each step of a reading; undefined where there is nothing to say in a line. */
export function starsReadingWords(reading: StarsReading): Words | undefined {
  switch (reading.kind) {
    case "idle":
      return undefined;
    case "reading":
      return wordsOfReading(reading);
    case "cancelled":
      return { line: cancelledLine(reading), actions: [CONTINUE, DISMISS] };
    case "empty":
      return {
        line: `@${reading.user} has no public stars.`,
        hint: "A private profile shows no stars, and an organisation has none.",
        actions: OTHER_WAYS,
      };
    case "partial":
      return {
        line: `${countOf(reading.came)} of @${reading.user} are here.`,
        hint: "The list was not read to its end.",
        actions: [{ action: "continue", words: "Read the rest" }, DISMISS],
        isQuiet: true,
      };
    case "limited":
      return wordsOfLimit(reading);
    case "failed":
      return {
        line: reading.message,
        actions: reading.isUnknownName
          ? OTHER_WAYS
          : [{ action: "try again", words: "Try again" }, DISMISS],
      };
  }
}

/** What a list that was read to its end has. */
export function readyWords(user: string, { repositories, unreadable }: SavedStars): string {
  const words = `${formatPlural(repositories.length, "star")} of ${user} are ready.`;
  return [words, unreadableWords(unreadable)].join(" ").trim();
}

/** What was left out of a list; `""` where nothing was. */
export function unreadableWords(count = 0): string {
  return count === 0 ? "" : `${formatPlural(count, "entry", "entries")} could not be read.`;
}

function wordsOfReading({ user, came, isStaged }: Came): Words {
  if (came === undefined || came.count === 0) {
    return { line: `Reading @${user}'s stars…`, progress: 0, actions: [CANCEL], isQuiet: true };
  }
  const { count, total } = came;
  const amount = `${formatCount(count)} of about ${formatCount(total)}`;
  return {
    line: `Reading @${user}'s stars: ${amount}`,
    hint: isStaged
      ? "The old list stays until the new one is complete."
      : "You can search what has arrived.",
    progress: total === 0 ? 0 : Math.min(1, count / total),
    progressText: `${amount} stars`,
    actions: [CANCEL],
    isQuiet: true,
  };
}

function cancelledLine({ came, isStaged }: Came): string {
  if (came === undefined || came.count === 0) return "Cancelled: nothing has arrived yet.";
  return isStaged
    ? `Cancelled: ${countOf(came)} were read again. The old list stays.`
    : `Cancelled: ${countOf(came)} are here.`;
}

function wordsOfLimit(reading: Limited): Words {
  const { came, isStaged, until, hasToken, goesOn, isPause } = reading;
  const clock = formatClock(until);
  if (isPause) return wordsOfPause(reading, clock);
  const allowance = hasToken
    ? "GitHub allows 5,000 requests an hour with this token"
    : "GitHub allows 60 requests an hour, and 5,000 with a token";
  const kept = isStaged ? " The old list stays until the new one is complete." : "";
  return {
    line: came === undefined || came.count === 0
      ? `GitHub's hourly limit is used up until ${clock}.`
      : `${countOf(came)}. ${allowance}; more from ${clock}.${kept}`,
    ...waiting(goesOn, clock, [
      ...(hasToken ? [] : [{ action: "add a token", words: "Add a token" } as const]),
      ...(came === undefined ? [OTHER_WAYS[1]] : []),
    ]),
    isQuiet: goesOn,
  };
}

/** Requests came too fast; no token would help. */
function wordsOfPause({ came, goesOn }: Limited, clock: string): Words {
  const count = came === undefined || came.count === 0 ? "" : `${countOf(came)}. `;
  return {
    line: `${count}GitHub asks for a pause until ${clock}: too many requests came at once.`,
    ...waiting(goesOn, clock),
  };
}

/** What can be done until GitHub answers again: what goes on by itself needs no button for that. */
function waiting(
  goesOn: boolean,
  clock: string,
  others: Words["actions"] = [],
): Pick<Words, "hint" | "actions"> {
  return goesOn ? { hint: `Goes on by itself at ${clock}.`, actions: [...others, CANCEL] } : {
    actions: [{ action: "continue at", words: `Continue at ${clock}` }, ...others],
  };
}

function countOf({ count, total }: StarCount): string {
  return `${formatCount(count)} of about ${formatPlural(total, "star")}`;
}
