// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMStreamRequest } from "@rivulet/llm";

/**
 * Hands on what a load says when it comes to another phase or another tenth of the way; each would
 * be a line of its own.
 */
export function loadNotes(note: (text: string) => void): NonNullable<
  LLMStreamRequest["onInitProgress"]
> {
  let last = "";
  return (progress, text) => {
    const [phase] = text.split(":");
    const step = `${phase} ${Math.floor(progress * 10)}`;
    if (step !== last) note(text);
    last = step;
  };
}
