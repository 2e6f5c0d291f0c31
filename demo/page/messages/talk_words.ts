// Copyright 2026 the Rivulet authors. MIT license.

import { type KeptAnswer, turnsOf } from "../storage/kept_answer.ts";
import { formatPlural, formatTime } from "./format.ts";

/** What of a conversation is too old to be sent; undefined where nothing is. */
export function droppedWords(count: number): string | undefined {
  if (count === 0) return undefined;
  return `The first ${
    formatPlural(count, "answer")
  } of this conversation could not be sent with it.`;
}

const FIRST_WORDS = 20;

/** How an answer begins, without the marks of Markdown. */
export function firstWords(text: string): string {
  const words = text.replace(/[*`#>|]/g, "").split(/\s+/).filter((word) => /[^-]/.test(word));
  const first = words.slice(0, FIRST_WORDS).join(" ");
  return words.length > FIRST_WORDS ? `${first}…` : first;
}

/** What stands below a conversation of before. */
export function conversationWords(thread: KeptAnswer): string {
  const { length } = turnsOf(thread);
  const turns = length === 1 ? "" : ` · ${formatPlural(length, "question")}`;
  return `${thread.list} · ${thread.by}${turns} · ${formatTime(thread.id)}`;
}
