// Copyright 2026 the Rivulet authors. MIT license.

import type { StarCount, StarsReading } from "../state/stars_reading.ts";
import type { ReadingEnd } from "../storage/read_stars.ts";

/** What a reading has brought until it ended. */
export interface Came {
  readonly user: string;
  /** Undefined where there is nothing of the list. */
  readonly count: StarCount | undefined;
  /** Whether it waits for the rest, and the list of before stays. */
  readonly isStaged: boolean;
  readonly hasToken: boolean;
}

/** Where a reading is that ended before the list was whole. */
export function endedReading(
  end: Exclude<ReadingEnd, { kind: "complete" }>,
  { user, count, isStaged, hasToken }: Came,
): StarsReading {
  if (end.kind === "cancelled") {
    return count === undefined && !isStaged
      ? { kind: "idle" }
      : { kind: "cancelled", user, came: count, isStaged };
  }
  const { message, isUnknownName, limitedUntil: until, isPause } = end.error;
  return until === undefined
    ? { kind: "failed", user, message, isUnknownName }
    : { kind: "limited", user, came: count, isStaged, until, hasToken, isPause, goesOn: false };
}
