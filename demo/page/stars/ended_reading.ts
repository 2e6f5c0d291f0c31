// Copyright 2026 the Rivulet authors. MIT license.

import type { Came, StarsReading } from "../state/stars_reading.ts";
import type { ReadingEnd } from "../storage/read_stars.ts";

/** Where a reading is that ended before the list was whole. */
export function endedReading(
  end: Exclude<ReadingEnd, { kind: "complete" }>,
  { hasToken, ...came }: Came & { hasToken: boolean },
): StarsReading {
  if (end.kind === "cancelled") {
    const isNothing = came.came === undefined && !came.isStaged;
    return isNothing ? { kind: "idle" } : { kind: "cancelled", ...came };
  }
  const { message, isUnknownName, limitedUntil: until, isPause } = end.error;
  return until === undefined
    ? { kind: "failed", user: came.user, message, isUnknownName }
    : { kind: "limited", ...came, until, hasToken, isPause, goesOn: false };
}
