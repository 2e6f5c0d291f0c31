// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import type { Asked } from "../state/asked.ts";
import { formatElapsed } from "../state/format.ts";

/** The model's thinking: folded, because it is not the answer. */
export function Thinking({ asked }: { asked: Asked }): JSX.Element | null {
  if (asked.thoughts.value === "") return null;
  const { thoughtMs } = asked.figures.value;
  return (
    <details class="thinking">
      <summary>
        {thoughtMs === undefined
          ? asked.phase.value.kind === "thinking" ? "Thinking…" : "Thinking"
          : `Thought for ${formatElapsed(Math.max(1000, thoughtMs))}`}
      </summary>
      <p dir="auto">{asked.thoughts}</p>
    </details>
  );
}
