// Copyright 2026 the Rivulet authors. MIT license.

import { patience } from "../patience.ts";
import type { SessionState } from "./transitions.ts";
import type { TurnPlan } from "./turn_queue.ts";

/** What counts for how long silence is waited for. */
export interface Surroundings {
  /** Who waits behind the first of the queue. */
  readonly waiting: readonly TurnPlan[];
  /** Who of them will be the first, where this model is loaded. */
  next(loaded: string): TurnPlan | undefined;
  readonly endsAtOnce: boolean;
}

/** How long an engine may give no sign of life in a state, in milliseconds. */
export function limitOf(
  state: SessionState,
  { waiting, next, endsAtOnce }: Surroundings,
): number {
  if (state.is !== "loading" && state.is !== "working") return Infinity;
  const { model } = state;
  const isUnwanted = waiting.some((turn) => turn.ends(model));
  if (state.is === "loading") {
    if (isUnwanted) return patience.loadForOther;
    return state.isDownloading ? Infinity : patience.load;
  }
  if (state.isLeft) {
    if (next(model)?.ends(model) !== true) return patience.stop;
    return endsAtOnce ? 0 : patience.stopUnwanted;
  }
  const isToEnd = waiting.some((turn) => turn.model === undefined && turn.ends(model));
  if (isToEnd) return patience.stepForEnd;
  if (isUnwanted) return patience.stepForOther;
  return state.hasBegun ? patience.step : patience.firstStep;
}
