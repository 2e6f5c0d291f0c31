// Copyright 2026 the Rivulet authors. MIT license.

import { effect } from "@preact/signals";
import type { Page } from "../core/page.ts";
import { leaveCutAnswer } from "../storage/cut_answer.ts";
import { toKept } from "./kept_asked.ts";

/** A tab that is thrown away tells nobody. */
const SAVE_MS = 3000;

/** Leaves an answer that still comes to the next load, whatever ends this one. */
export function saveAnswers({ state }: Page): void {
  const save = (): void => {
    const asked = state.asked.peek();
    if (asked === undefined || !state.isBusy.peek() || state.isDeleted.peek()) return;
    leaveCutAnswer(toKept(asked));
  };
  addEventListener("pagehide", save);
  effect(() => {
    if (!state.isBusy.value) return;
    const timer = setInterval(save, SAVE_MS);
    return () => clearInterval(timer);
  });
}
