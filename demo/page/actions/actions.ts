// Copyright 2026 the Rivulet authors. MIT license.

// What changes the state. Whoever needs the network or storage calls these with what came.

import { batch } from "@preact/signals";
import type { Filters } from "../../stars/filters.ts";
import type { SortOrder } from "../../stars/sort.ts";
import { changeSettings as keepSettings, type Settings } from "../storage/settings.ts";
import type { LLMProviderId } from "@rivulet/llm";
import type { TargetState } from "../state/target_state.ts";
import { formatCount } from "../messages/format.ts";
import { MATCH_COUNT, type State } from "../state/state.ts";

/** How many more matches are listed with each wish for more. */
export const MORE = 50;

/** The longest question that is taken. */
export const MAX_QUESTION = 2000;

/** Takes what stands in the box now; what is too long is cut at a word, and the page says so. */
export function typeQuestion(state: State, text: string): void {
  const isTooLong = text.length > MAX_QUESTION;
  batch(() => {
    const before = state.searched.peek();
    state.question.value = isTooLong ? cutAtWord(text) : text;
    // What was left out was left out of one question.
    if (state.searched.peek() !== before) state.leftOut.value = new Set();
    state.boxNote.value = isTooLong
      ? `A question holds ${formatCount(MAX_QUESTION)} characters: the rest was left out.`
      : undefined;
    state.limit.value = MATCH_COUNT;
    state.pinsSources.value = false;
  });
}

/** Puts a question into the box, and a person with it, who may go on typing. */
export function typeInBox(state: State, question: string): void {
  typeQuestion(state, question);
  document.getElementById("question")?.focus();
}

function cutAtWord(text: string): string {
  const start = text.slice(0, MAX_QUESTION);
  const end = Math.max(start.lastIndexOf(" "), start.lastIndexOf("\n"));
  return (end > 0 ? start.slice(0, end) : start).trimEnd();
}

export function pickFilters(state: State, change: Partial<Filters>): void {
  batch(() => {
    state.pickedFilters.value = { ...state.filters.value, ...change };
    state.limit.value = MATCH_COUNT;
  });
}

export function pickSort(state: State, sort: SortOrder): void {
  state.sort.value = sort;
}

/** Changes settings here and in what is kept; after Delete everything nothing is kept. */
export function changeSettings(state: State, change: Partial<Settings>): void {
  if (state.isDeleted.value) {
    state.settings.value = { ...state.settings.value, ...change };
    return;
  }
  const { settings, trouble } = keepSettings(state.settings.value, change);
  batch(() => {
    state.settings.value = settings;
    if (trouble !== undefined) state.storageTrouble.value = trouble;
  });
}

/** Uses a target from now on, with what was entered for it. */
export function chooseTarget(
  state: State,
  id: LLMProviderId,
  choice: { baseUrl?: string; model?: string } = {},
): void {
  const { engines } = state.settings.value;
  changeSettings(state, {
    engine: id,
    isPicked: true,
    engines: { ...engines, [id]: { ...engines[id], ...choice } },
  });
}

export function setTargetState(state: State, id: LLMProviderId, target: TargetState): void {
  state.targets.value = new Map([...state.targets.value, [id, target]]);
}

/** Says one thing to a screen reader. For edges only: never for each token. */
export function say(state: State, words: string): void {
  state.said.value = words;
}
