// Copyright 2026 the Rivulet authors. MIT license.

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { usePage } from "../core/page.ts";
import { Button } from "../parts/button.tsx";
import { Dialog } from "../parts/dialog.tsx";
import { Field } from "../parts/field.tsx";
import { say, typeQuestion } from "../actions/actions.ts";
import { showAnswer } from "../actions/question_actions.ts";
import { type KeptAnswer, turnsOf } from "../storage/kept_answer.ts";
import { conversationWords, firstWords } from "../messages/talk_words.ts";
import { formatDay } from "../messages/format.ts";
import { KeepQuestions } from "./keep_questions.tsx";
import { toAsked } from "./kept_asked.ts";
import { pushLink } from "./link.ts";

/** Fewer are seen at once. */
const FEW = 5;

/** The conversations of before. */
export function QuestionsDialog(): JSX.Element {
  const { state, storage, tabs } = usePage();
  const close = (): void => void (state.dialog.value = undefined);
  const wanted = useSignal("");
  const kept = state.kept.value;
  const found = kept.filter((thread) => holds(thread, wanted.value));

  function show(answer: KeptAnswer): void {
    const user = answer.list.startsWith("@") ? answer.list.slice(1) : undefined;
    close();
    typeQuestion(state, "");
    showAnswer(state, toAsked(answer));
    pushLink(answer.question, user);
  }

  async function forget(thread?: KeptAnswer): Promise<void> {
    await (thread === undefined ? storage.forgetAnswers() : storage.forgetAnswer(thread.id));
    state.kept.value = thread === undefined ? [] : kept.filter(({ id }) => id !== thread.id);
    tabs.tell({ kind: "answers" });
    say(state, "Forgotten.");
  }
  return (
    <Dialog id="questions-dialog" title="Last questions" onClose={close}>
      {kept.length > FEW && (
        <Field label="Search in them">
          <input
            type="search"
            value={wanted.value}
            onInput={({ currentTarget: { value } }) => wanted.value = value}
          />
        </Field>
      )}
      {found.length === 0
        ? <p>{kept.length === 0 ? "None is kept." : "None has that."}</p>
        : (
          <ol class="questions">
            {found.map((thread, index) => {
              const day = formatDay(thread.id);
              const first = turnsOf(thread).at(-1)!.question;
              return (
                <li key={thread.id}>
                  {(index === 0 || day !== formatDay(found[index - 1]!.id)) && <h3>{day}</h3>}
                  <Button class="link" dir="auto" onClick={() => show(thread)}>{first}</Button>
                  <p dir="auto">{firstWords(thread.text)}</p>
                  <p class="hint">
                    {conversationWords(thread)}
                    <Button
                      class="link"
                      aria-label={`Forget: ${first}`}
                      onClick={() => forget(thread)}
                    >
                      Forget
                    </Button>
                  </p>
                </li>
              );
            })}
          </ol>
        )}
      <section>
        <KeepQuestions />
        {kept.length > 0 && (
          <div class="row">
            <Button onClick={() => forget()}>Forget them</Button>
          </div>
        )}
      </section>
    </Dialog>
  );
}

/** Whether a conversation has these words, in any case. */
function holds(thread: KeptAnswer, wanted: string): boolean {
  const words = wanted.toLowerCase().split(/\s+/);
  const text = turnsOf(thread).map(({ question, text }) => `${question} ${text}`).join(" ");
  return words.every((word) => text.toLowerCase().includes(word));
}
