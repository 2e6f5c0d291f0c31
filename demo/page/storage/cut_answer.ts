// Copyright 2026 the Rivulet authors. MIT license.

// An answer that the end of the page has cut. A tab's own storage is written at once, and is still
// there where a browser has thrown the tab away.

import { type KeptAnswer, readKeptAnswer } from "./kept_answer.ts";
import { CUT_ANSWER } from "./own_names.ts";

/** Leaves what has come so far to the next load; undefined where it is kept, or nothing came. */
export function leaveCutAnswer(answer: KeptAnswer | undefined): void {
  try {
    if (answer === undefined) sessionStorage.removeItem(CUT_ANSWER);
    else sessionStorage.setItem(CUT_ANSWER, JSON.stringify(answer));
  } catch {
    // Where a browser keeps nothing, it is lost.
  }
}

/** What the load before has left. */
export function takeCutAnswer(): KeptAnswer | undefined {
  try {
    const left = sessionStorage.getItem(CUT_ANSWER);
    leaveCutAnswer(undefined);
    return left === null ? undefined : readKeptAnswer(JSON.parse(left));
  } catch {
    return undefined;
  }
}
