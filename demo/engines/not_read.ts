// Copyright 2026 the Rivulet authors. MIT license.

import { type LLMFinish, ProviderError } from "@rivulet/llm/providers";
import { shownText } from "../stars/shown_text.ts";

/** The failure of an answer without a word, of which something came in a form that is not read. */
export function unreadAnswer({ skipped }: LLMFinish, text: string): ProviderError | undefined {
  if (skipped === undefined || text.trim() !== "") return undefined;
  const { first: reason } = skipped;
  const message = `The server answered in a form that Ask your stars does not read: ${reason}`;
  return new ProviderError("format", message, { reason });
}

/** What to say of an answer that may have a hole. */
export function holeWords({ skipped }: LLMFinish): string | undefined {
  if (skipped === undefined) return undefined;
  const { lines, first } = skipped;
  const what = lines === 1 ? "A line of the answer was" : `${lines} lines of the answer were`;
  return `${what} not understood: ${shownText(first)}`;
}
