// Copyright 2026 the Rivulet authors. MIT license.

import type { Asked } from "../state/asked.ts";
import { formatPlural } from "./format.ts";

/** The line under the box for a follow-up: where the conversation goes. */
export function followUpWords({ target }: Asked): string {
  // The list answers questions about itself, and no conversation.
  const { by = "the model", choice } = target.value ?? {};
  return `Sends this conversation to ${choice === undefined ? "the model" : by}.`;
}

/** What of a conversation is too old to be sent; undefined where nothing is. */
export function droppedWords(count: number): string | undefined {
  if (count === 0) return undefined;
  return `The first ${formatPlural(count, "answer")} of this conversation did not go with it.`;
}
