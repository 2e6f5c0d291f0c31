// Copyright 2026 the Rivulet authors. MIT license.

// What changes which sources are shown, and which are sent.

import { batch } from "@preact/signals";
import { leftOutWords } from "../messages/source_words.ts";
import type { Asked } from "../state/asked.ts";
import type { State } from "../state/state.ts";
import { say } from "./actions.ts";

/** A citation leads to its source. */
export function reachSource(
  state: State,
  asked: Asked,
  { number, origin }: { number: number; origin: string },
): void {
  batch(() => {
    state.turn.value = asked === state.asked.peek() ? undefined : asked;
    state.pinsSources.value = true;
    state.reached.value = { number, origin };
  });
}

/** Leaves a match out of what goes to a model, or takes it back. */
export function toggleLeftOut(state: State, fullName: string): void {
  const leftOut = new Set(state.leftOut.value);
  const isBack = leftOut.delete(fullName);
  if (!isBack) leftOut.add(fullName);
  state.leftOut.value = leftOut;
  say(state, leftOutWords(fullName, isBack));
}

/** Nothing is left out any more. */
export function takeAllIn(state: State): void {
  state.leftOut.value = new Set();
  say(state, "All matches go to the model again.");
}
