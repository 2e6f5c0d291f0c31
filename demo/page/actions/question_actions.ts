// Copyright 2026 the Rivulet authors. MIT license.

// What changes the question that was asked.

import { batch } from "@preact/signals";
import type { Asked } from "../state/asked.ts";
import { isOver, type Phase } from "../state/phase.ts";
import { announcementWords } from "../messages/phase_words.ts";
import type { State } from "../state/state.ts";

/** A new question takes the place of the last one, which is kept aside where it has an answer. */
export function startQuestion(state: State, asked: Asked): void {
  batch(() => {
    const before = state.asked.value;
    if (before !== undefined && before.text.value !== "") state.earlier.value = before;
    state.asked.value = asked;
    state.turn.value = undefined;
    state.pinsSources.value = false;
  });
}

/** The question gets no answer after all: what was there before comes back. */
export function dropQuestion(state: State): void {
  batch(() => {
    state.asked.value = state.earlier.value;
    state.earlier.value = undefined;
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
