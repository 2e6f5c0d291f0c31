// Copyright 2026 the Rivulet authors. MIT license.

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { usePage } from "../core/page.ts";
import { questionText } from "../../stars/question_text.ts";
import { hasTouchKeyboard } from "../parts/touch_keyboard.ts";
import { typeQuestion } from "../actions/actions.ts";
import { boxWords, hintWords, submitWords } from "../messages/box_words.ts";
import { targetStateOf } from "../messages/target_states.ts";
import type { State } from "../state/state.ts";
import { Examples, LastQuestions } from "./examples.tsx";
import { EarlierAnswer } from "./lazy_views.ts";
import { growWithText, growWithWindow } from "./grow_with_text.ts";
import { useAskKeys } from "./use_ask_keys.ts";

/** The question box and its one button, which asks or stops. */
export function AskForm(): JSX.Element {
  const { state } = usePage();
  const input = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const { press, submit } = useAskKeys(input);
  const asked = state.asked.value;
  const question = state.question.value;
  // Before it is painted: no line of it is cut off, not even for a moment.
  useLayoutEffect(() => growWithText(input.current!), [question]);
  useEffect(() => growWithWindow(input.current!), []);
  useEffect(() => reserveBottomBar(form.current!), [asked === undefined]);
  const hint = hintWords(asked, {
    isChanged: state.isChanged.value,
    hasKeyboard: !hasTouchKeyboard(),
    hasTarget: hasTarget(state),
  });
  return (
    <form
      id="question-form"
      role="search"
      aria-label="Ask your stars"
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label for="question" class="unseen">{boxWords(asked)}</label>
      <div class="question-box">
        <textarea
          id="question"
          ref={input}
          rows={1}
          dir="auto"
          value={question}
          placeholder={boxWords(asked)}
          aria-describedby="question-hint"
          autocomplete="off"
          spellcheck
          enterkeyhint="enter"
          onInput={({ currentTarget, inputType }) => {
            const { value } = currentTarget;
            // Nobody has read what is pasted: all of it shows before it can be sent.
            typeQuestion(state, /^insertFrom/.test(inputType) ? questionText(value) : value);
            // What was too long is cut, which may leave the state as it was.
            currentTarget.value = state.question.peek();
          }}
          onKeyDown={press}
        />
        <button type="submit" class="primary" id="submit">
          {submitWords(asked?.phase.value)}
        </button>
      </div>
      <div class="below-box">
        <p id="question-hint" class={state.boxNote.value === undefined ? "hint" : "hint note"}>
          {state.boxNote.value ?? hint}
        </p>
        {state.earlier.value !== undefined && <EarlierAnswer />}
        <Examples />
        <LastQuestions />
      </div>
    </form>
  );
}

/** The model in this browser, which nobody has chosen, is no target before it is here. */
function hasTarget({ settings, targets }: State): boolean {
  const { engine } = settings.value;
  return engine !== "webllm" || targetStateOf(targets.value, engine).mood === "ready";
}

/** Where the box stands at the bottom, the page ends above it, and focus never hides behind it. */
function reserveBottomBar(form: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    const isThere = getComputedStyle(form).position !== "static";
    const height = isThere ? `${form.offsetHeight + 8}px` : "1rem";
    document.documentElement.style.setProperty("--bottom-bar", height);
  });
  observer.observe(form);
  return () => observer.disconnect();
}
