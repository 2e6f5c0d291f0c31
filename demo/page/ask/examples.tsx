// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "../core/page.ts";
import { typeQuestion } from "../actions/actions.ts";
import type { State } from "../state/state.ts";

/** Each finds in the sample what it asks for. */
export const EXAMPLES: readonly string[] = [
  "Search code from the terminal",
  "Run language models on my own computer",
  "Charts in the browser",
];

/** Whether there is nothing yet that a person has asked or typed. */
export function showsExamples({ asked, question }: State): boolean {
  return asked.value === undefined && question.value === "";
}

/** Questions to start with, as long as the box is empty. */
export function Examples(): JSX.Element | null {
  const { state } = usePage();
  const hasExamples = showsExamples(state);
  if (!hasExamples) return null;
  const pick = (example: string): void => {
    typeQuestion(state, example);
    document.getElementById("question")?.focus();
  };
  return (
    <div id="examples" class="examples" role="group" aria-label="Example questions">
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
  );
}

/** The way to the questions of before. */
export function LastQuestions(): JSX.Element | null {
  const { state } = usePage();
  if (state.kept.value.length === 0) return null;
  const open = (): void => void (state.dialog.value = { kind: "questions" });
  return <button type="button" class="link last-questions" onClick={open}>Last questions</button>;
}
