// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "../page.ts";
import { Dialog } from "../parts/dialog.tsx";
import { changeSettings, typeQuestion } from "../state/actions.ts";
import type { KeptAnswer } from "../storage/kept_answer.ts";
import { toAsked } from "./kept_asked.ts";
import { pushLink } from "./link.ts";

/** The questions that were asked before, with their answers. */
export function QuestionsDialog(): JSX.Element {
  const { state, storage, tabs } = usePage();
  const close = (): void => void (state.dialog.value = undefined);
  const kept = state.kept.value;
  const keepsAll = state.settings.value.keepQuestions;

  function show(answer: KeptAnswer): void {
    const user = answer.list.startsWith("@") ? answer.list.slice(1) : undefined;
    close();
    typeQuestion(state, answer.question);
    state.asked.value = toAsked(answer);
    pushLink(answer.question, user);
  }

  async function forget(): Promise<void> {
    await storage.forgetAnswers();
    state.kept.value = [];
    tabs.tell({ kind: "answers" });
  }

  async function setKeeping(keepQuestions: boolean): Promise<void> {
    changeSettings(state, { keepQuestions });
    if (keepQuestions) return;
    await storage.forgetAnswers({ keepLast: true });
    state.kept.value = state.kept.peek().slice(0, 1);
    tabs.tell({ kind: "answers" });
  }
  return (
    <Dialog id="questions-dialog" title="Last questions" onClose={close}>
      <label class="check">
        <input
          type="checkbox"
          checked={keepsAll}
          onChange={({ currentTarget: { checked } }) => setKeeping(checked)}
        />
        Keep the last 20 questions with their answers
      </label>
      <p class="hint">
        They stay in this browser. Without it, the last answer alone is kept, for a reload.
      </p>
      {kept.length === 0 ? <p>None is kept.</p> : (
        <ol class="questions">
          {kept.map((answer) => (
            <li key={answer.id}>
              <button type="button" class="link" dir="auto" onClick={() => show(answer)}>
                {answer.question}
              </button>
              <p class="hint">
                {answer.list} · {answer.by} · {new Date(answer.id).toLocaleString("en", {
                  dateStyle: "medium",
                  timeStyle: "short",
                })}
              </p>
            </li>
          ))}
        </ol>
      )}
      {kept.length > 0 && (
        <div class="row">
          <button type="button" onClick={forget}>Forget them</button>
        </div>
      )}
    </Dialog>
  );
}
