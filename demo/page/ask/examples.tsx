// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "../page.ts";
import { typeQuestion } from "../state/actions.ts";
import type { State } from "../state/state.ts";

const EXAMPLES = [
  "Search code from the terminal",
  "Something like Redux but smaller",
  "Charts without a framework",
];

/** Whether there is nothing yet that a person has asked or typed. */
export function showsExamples({ asked, question }: State): boolean {
  return asked.value === undefined && question.value === "";
}

/** Questions to start with, as long as the box is empty; and the way to those of before. */
export function Examples(): JSX.Element | null {
  const { state, late } = usePage();
  const hasExamples = showsExamples(state);
  const hasKept = state.kept.value.length > 0;
  if (!hasExamples && !hasKept) return null;
  const pick = (example: string): void => {
    typeQuestion(state, example);
    document.getElementById("question")?.focus();
  };
  return (
    <div id="examples" class="examples">
      {hasExamples && (
        <div role="group" aria-label="Example questions">
          <span aria-hidden="true">Try:</span>
          {EXAMPLES.map((example) => (
            <button
              type="button"
              class="link"
              key={example}
              onClick={() => pick(example)}
            >
              {example}
            </button>
          ))}
        </div>
      )}
      {hasKept && (
        <button
          type="button"
          class="link"
          onClick={() => {
            state.dialog.value = { kind: "questions" };
            late.use(() => {});
          }}
        >
          Last questions
        </button>
      )}
    </div>
  );
}
