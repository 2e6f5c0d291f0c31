// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { usePage } from "../core/page.ts";
import { Dialog } from "../parts/dialog.tsx";
import { typeQuestion } from "../actions/actions.ts";
import type { KeptAnswer } from "../storage/kept_answer.ts";
import { formatMoment } from "../messages/format.ts";
import { KeepQuestions } from "./keep_questions.tsx";
import { toAsked } from "./kept_asked.ts";
import { pushLink } from "./link.ts";

/** The questions that were asked before, with their answers. */
export function QuestionsDialog(): JSX.Element {
  const { state, storage, tabs } = usePage();
  const close = (): void => void (state.dialog.value = undefined);
  const kept = state.kept.value;

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
  return (
    <Dialog id="questions-dialog" title="Last questions" onClose={close}>
      {kept.length === 0 ? <p>None is kept.</p> : (
        <ol class="questions">
          {kept.map((answer) => (
            <li key={answer.id}>
              <button type="button" class="link" dir="auto" onClick={() => show(answer)}>
                {answer.question}
              </button>
              <p class="hint">
                {answer.list} · {answer.by} · {formatMoment(answer.id)}
              </p>
            </li>
          ))}
        </ol>
      )}
      <section>
        <KeepQuestions />
        {kept.length > 0 && (
          <div class="row">
            <button type="button" onClick={forget}>Forget them</button>
          </div>
        )}
      </section>
    </Dialog>
  );
}
