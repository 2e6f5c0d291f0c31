// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import type { Example } from "../../stars/own_examples.ts";
import { OwnExamples } from "./lazy_views.ts";
import { usePage } from "../core/page.ts";
import { typeInBox } from "../actions/actions.ts";
import type { State } from "../state/state.ts";
import { Button } from "../parts/button.tsx";

/** A test holds that the sample has the very thing for each. */
export const EXAMPLES: readonly Example[] = [
  "Search code from the terminal",
  "Self-hosted photo library",
  "Charts without a framework",
].map((question) => ({ words: question, question }));

/** Whether there is nothing yet that a person has asked or typed. */
export function showsExamples({ asked, question }: State): boolean {
  return asked.value === undefined && question.value === "";
}

/** Questions to start with, as long as the box is empty. */
export function Examples(): JSX.Element | null {
  const { state } = usePage();
  if (!showsExamples(state)) return null;
  return state.isSample.value ? <ExampleList examples={EXAMPLES} /> : <OwnExamples />;
}

/** Some questions, each of which a click types. */
export function ExampleList({ examples }: { examples: readonly Example[] }): JSX.Element {
  const { state } = usePage();
  return (
    <div id="examples" class="examples" role="group" aria-label="Example questions">
      <span aria-hidden="true">Try:</span>
      {examples.map(({ words, question }) => (
        <Button
          class="link"
          key={question}
          onClick={() => typeInBox(state, question)}
        >
          {words}
        </Button>
      ))}
    </div>
  );
}

/** The way to the questions of before. */
export function LastQuestions(): JSX.Element | null {
  const { state } = usePage();
  if (state.kept.value.length === 0) return null;
  const open = (): void => void (state.dialog.value = { kind: "questions" });
  return <Button class="link last-questions" onClick={open}>Last questions</Button>;
}
