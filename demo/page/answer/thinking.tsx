// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "../core/page.ts";
import type { Asked } from "../state/asked.ts";
import { formatElapsed } from "../messages/format.ts";
import { isOver } from "../state/phase.ts";
import { progressWords } from "../messages/phase_words.ts";

/** The model's thinking: folded, because it is not the answer. */
export function Thinking({ asked }: { asked: Asked }): JSX.Element | null {
  const { state } = usePage();
  if (asked.thoughts.value === "") return null;
  const { thoughtMs } = asked.figures.value;
  // As long as nothing else comes, this line is the one that tells the clock.
  const isComing = asked.phase.value.kind === "thinking";
  // Where there is no answer, the thoughts are all that came.
  const isAll = isOver(asked.phase.value) && asked.text.value === "";
  return (
    <details class="thinking" open={isAll}>
      <summary>
        {isComing
          ? progressWords(asked, state.now.value)
          : thoughtMs === undefined
          ? "Thinking"
          : `Thought for ${formatElapsed(Math.max(1000, thoughtMs))}`}
      </summary>
      <p dir="auto">{asked.thoughts}</p>
    </details>
  );
}
