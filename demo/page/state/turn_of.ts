// Copyright 2026 the Rivulet authors. MIT license.

import type { Asked } from "./asked.ts";
import { isOver } from "./phase.ts";

/** The turn that the next question goes on from: what got no answer is none. */
export function turnOf(asked: Asked | undefined): Asked | undefined {
  if (asked === undefined) return undefined;
  return isOver(asked.phase.value) && asked.text.value !== "" ? asked : asked.before;
}
