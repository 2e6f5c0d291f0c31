// Copyright 2026 the Rivulet authors. MIT license.

import { effect } from "@preact/signals";
import type { Page } from "../core/page.ts";
import { asking } from "../ask/asking_part.ts";

/** A browser that takes longer to keep an answer does not hold the reload up. */
const PATIENCE_MS = 2000;

/** Ends an answer that is being written; resolves when what came of it is kept. */
export async function whenKept({ state }: Page): Promise<void> {
  const asked = state.asked.peek();
  if (asked === undefined || !state.isBusy.peek()) return;
  const hasText = asked.text.peek() !== "";
  asking.made?.stop();
  if (!hasText) return;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    const end = effect(() => {
      if (state.kept.value.every(({ id }) => id !== asked.id)) return;
      clearTimeout(timer);
      queueMicrotask(() => end());
      resolve();
    });
  });
}
