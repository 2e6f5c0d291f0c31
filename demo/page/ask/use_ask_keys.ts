// Copyright 2026 the Rivulet authors. MIT license.

import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { questionText } from "../../stars/question_text.ts";
import { typeQuestion } from "../actions/actions.ts";
import { usePage } from "../core/page.ts";
import { hasTouchKeyboard } from "../parts/touch_keyboard.ts";
import { turnOf } from "../state/turn_of.ts";
import { asking } from "./asking_part.ts";

/** Where a sign is typed, and is no key of the page. */
const TYPED = "input, textarea, select, dialog *";

/** A second press this soon after Ask is a double press, and must not stop the answer. */
const DOUBLE_PRESS_MS = 400;

/** What some engines give as the key code while an input method is at work. */
const COMPOSING = 229;

/** What the keys and the button of the question box do. */
export function useAskKeys(
  input: RefObject<HTMLTextAreaElement | null>,
): { press: (event: KeyboardEvent) => void; submit: () => void } {
  const page = usePage();
  const { state } = page;
  const askedAt = useRef(0);

  function ask(): void {
    // What is sent is what can be seen.
    const question = questionText(state.question.peek()).trim();
    if (question === "") return input.current?.focus();
    if (question !== state.question.peek().trim()) typeQuestion(state, question);
    // Another list would give another answer: the person says first whose stars are meant.
    if (state.linkedUser.peek() !== undefined) return focusLink();
    askedAt.current = performance.now();
    const follows = turnOf(state.asked.peek());
    page.late.use(asking, (part) => part.ask(question, { follows }));
  }

  function stop(): void {
    if (performance.now() - askedAt.current < DOUBLE_PRESS_MS) return;
    page.late.use(asking, (part) => part.stop());
  }

  /** The button does what it says. */
  function submit(): void {
    if (state.isBusy.peek()) stop();
    else ask();
  }

  /** Enter with another question asks that one instead of the one that is on its way. */
  function enter(): void {
    if (state.isBusy.peek() && !state.isChanged.peek()) stop();
    else ask();
  }

  function press(event: KeyboardEvent): void {
    if (event.key === "ArrowDown") return leaveDownwards(event, input.current!);
    // An input method ends a word with Enter.
    const isComposing = event.isComposing || event.keyCode === COMPOSING;
    if (event.key !== "Enter" || event.shiftKey || isComposing || hasTouchKeyboard()) return;
    event.preventDefault();
    if (!event.repeat) enter();
  }

  useEffect(() => {
    const pressAnywhere = (event: KeyboardEvent): void => {
      const isInDialog = document.querySelector("dialog[open]") !== null;
      if (event.key === "Escape" && state.isBusy.peek() && !isInDialog) {
        event.preventDefault();
        page.late.use(asking, (part) => part.stop());
      } else if (/^[/?]$/.test(event.key) && document.activeElement?.matches(TYPED) === false) {
        event.preventDefault();
        if (event.key === "/") input.current?.focus();
        else state.dialog.value = { kind: "keys" };
      } else if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        input.current?.focus();
        input.current?.select();
      }
    };
    document.addEventListener("keydown", pressAnywhere);
    return () => document.removeEventListener("keydown", pressAnywhere);
  }, []);
  return { press, submit };
}

function focusLink(): void {
  document.querySelector<HTMLElement>("#linked-list button")?.focus();
}

/** From the last line of the box the arrow leads to the first match. */
function leaveDownwards(event: KeyboardEvent, { value, selectionEnd }: HTMLTextAreaElement): void {
  if (event.isComposing || event.shiftKey || value.slice(selectionEnd).includes("\n")) return;
  const first = document.querySelector<HTMLElement>(".card .name");
  if (first === null || selectionEnd !== value.length) return;
  event.preventDefault();
  first.focus();
}
