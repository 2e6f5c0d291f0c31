// Copyright 2026 the Rivulet authors. MIT license.

// What changes the question that was asked.

import { batch } from "@preact/signals";
import type { Asked } from "../state/asked.ts";
import { isOver, type Phase } from "../state/phase.ts";
import { announcementWords } from "../messages/phase_words.ts";
import type { State } from "../state/state.ts";
import { typeQuestion } from "./actions.ts";

/**
 * A new question takes the place of the last one, which is kept aside where it has an answer. It
 * stands above its answer, and no more in the box.
 */
export function startQuestion(state: State, asked: Asked): void {
  batch(() => {
    leaveFor(state, asked);
    if (state.question.value.trim() === asked.question) typeQuestion(state, "");
  });
}

/** The question that was asked goes back into the box, to be put in other words. */
export function editQuestion(state: State): void {
  const { question = "", before } = state.asked.peek() ?? {};
  batch(() => {
    leaveFor(state, before);
    typeQuestion(state, question);
  });
}

/** The page is as it was before the first question. */
export function leaveConversation(state: State): void {
  batch(() => {
    leaveFor(state, undefined);
    typeQuestion(state, "");
  });
}

/** What was left for another question is in sight again. */
export function goBack(state: State): void {
  const earlier = state.earlier.peek();
  batch(() => {
    state.asked.value = earlier;
    state.earlier.value = undefined;
    if (state.question.value.trim() === earlier?.question) typeQuestion(state, "");
  });
}

/** An answer of before is in sight. */
export function showAnswer(state: State, answer: Asked): void {
  batch(() => {
    startQuestion(state, answer);
    state.earlier.value = undefined;
  });
}

function leaveFor(state: State, asked: Asked | undefined): void {
  const left = state.asked.value;
  if (left !== undefined && left.text.value !== "") state.earlier.value = left;
  if (state.earlier.value === asked) state.earlier.value = undefined;
  state.asked.value = asked;
  state.turn.value = undefined;
  state.pinsSources.value = false;
  // Nothing that was said before is of this question.
  state.said.value = "";
}

/** The question gets no answer after all: it is in the box again, below what was there before. */
export function dropQuestion(state: State): void {
  const { question = "" } = state.asked.peek() ?? {};
  batch(() => {
    state.asked.value = state.earlier.value;
    state.earlier.value = undefined;
    if (state.question.value === "") typeQuestion(state, question);
  });
}

/** The question goes on, and a screen reader hears of it where it is the one that shows. */
export function moveTo(state: State, asked: Asked, phase: Phase): void {
  batch(() => {
    asked.phase.value = phase;
    if (state.asked.value !== asked) return;
    const words = announcementWords(asked);
    // A failure is read out by itself, and what was said of the answer before is not of this one.
    if (words !== undefined || isOver(phase)) state.said.value = words ?? "";
    if (asked.text.value !== "") state.earlier.value = undefined;
  });
}
