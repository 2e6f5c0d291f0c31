// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { typeQuestion } from "../actions/actions.ts";
import { asking } from "../ask/asking_part.ts";
import { usePage } from "../core/page.ts";
import { followUpWords } from "../messages/talk_words.ts";
import type { Asked } from "../state/asked.ts";

/** Goes on with the conversation. The box above begins a new one. */
export function FollowUp({ asked }: { asked: Asked }): JSX.Element {
  const { state, late } = usePage();
  const input = useRef<HTMLInputElement>(null);
  function submit(event: Event): void {
    event.preventDefault();
    const question = input.current!.value.trim();
    if (question === "") return input.current!.focus();
    typeQuestion(state, question);
    late.use(asking, (part) => part.ask(state.question.peek(), { follows: asked }));
  }
  return (
    <form class="follow-up" onSubmit={submit}>
      <div class="question-box">
        <input
          ref={input}
          name="follow-up"
          aria-label="Ask a follow-up"
          placeholder="Ask a follow-up"
          aria-describedby="follow-up-hint"
          autocomplete="off"
          dir="auto"
        />
        <button type="submit">Ask</button>
      </div>
      <p id="follow-up-hint" class="hint">{followUpWords(asked)}</p>
    </form>
  );
}
