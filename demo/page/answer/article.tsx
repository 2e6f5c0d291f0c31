// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import type { Asked } from "../state/asked.ts";
import { historyOf } from "../ask/history.ts";
import { droppedWords } from "../messages/talk_words.ts";
import { endWords } from "../messages/phase_words.ts";
import { isOver } from "../state/phase.ts";
import { AnswerActions } from "./answer_actions.tsx";
import { AnswerText } from "./answer_text.tsx";
import { FailurePanel } from "./failure_panel.tsx";
import { Figures } from "./figures.tsx";
import { Progress } from "./progress.tsx";
import { Thinking } from "./thinking.tsx";

/** An answer: its thinking, its text, how it ended, its figures and what can be done with it. */
export function Article({ asked }: { asked: Asked }): JSX.Element {
  const phase = asked.phase.value;
  const ending = endWords(asked);
  const dropped = droppedWords(historyOf(asked).dropped);
  const isBroken = phase.kind === "broken";
  // What goes on is told at the thoughts.
  const isThinking = phase.kind === "thinking" && asked.thoughts.value !== "";
  return (
    <article>
      <Thinking asked={asked} />
      <AnswerText asked={asked} />
      {dropped !== undefined && <p class="hint">{dropped}</p>}
      {isBroken && <FailurePanel asked={asked} title={ending} />}
      {!isBroken && ending !== undefined && <p class="ending">{ending}</p>}
      {isOver(phase)
        ? (
          <div class="meta">
            <Figures asked={asked} />
            <AnswerActions asked={asked} hasWays={!isBroken} />
          </div>
        )
        : !isThinking && (
          <div class="running">
            <Progress asked={asked} />
            {asked.text.value === "" && <div class="lines" aria-hidden="true" />}
          </div>
        )}
    </article>
  );
}
