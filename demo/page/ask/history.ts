// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMMessage } from "@rivulet/llm/providers";
import type { Asked } from "../state/asked.ts";

/** As much of a conversation goes with a question: beside the snippets it fits a small window. */
const MAX_CHARACTERS = 6000;

/** What goes with a question of the turns before it. */
export interface History {
  /** The oldest first. */
  readonly messages: readonly LLMMessage[];
  /** How many turns are left out, which are the oldest. */
  readonly dropped: number;
}

/** The turns before a question, as far as there is room for them. */
export function historyOf({ before }: Pick<Asked, "before">): History {
  const messages: LLMMessage[] = [];
  let room = MAX_CHARACTERS;
  let dropped = 0;
  for (let turn = before; turn !== undefined; turn = turn.before) {
    const text = turn.text.peek();
    room -= turn.question.length + text.length;
    // What is left out has nothing older behind it that is sent.
    if (room < 0) dropped++;
    else {
      messages.unshift({ role: "user", content: turn.question }, {
        role: "assistant",
        content: text,
      });
    }
  }
  return { messages, dropped };
}
