// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "../core/page.ts";
import { changeSettings } from "../actions/actions.ts";

/** The switch for the last questions, with what it means. */
export function KeepQuestions(): JSX.Element {
  const { state, storage, tabs } = usePage();

  async function setKeeping(keepQuestions: boolean): Promise<void> {
    changeSettings(state, { keepQuestions });
    if (keepQuestions) return;
    await storage.forgetAnswers({ keepLast: true });
    state.kept.value = state.kept.peek().slice(0, 1);
    tabs.tell({ kind: "answers" });
  }
  return (
    <div class="keeping">
      <label class="check">
        <input
          type="checkbox"
          checked={state.settings.value.keepQuestions}
          onChange={({ currentTarget: { checked } }) => setKeeping(checked)}
        />
        Keep the last 20 questions with their answers
      </label>
      <p class="hint">
        They stay in this browser. Without it, the last answer alone is kept, for a reload.
      </p>
    </div>
  );
}
