// Copyright 2026 the Rivulet authors. MIT license.

import type { Page } from "../core/page.ts";
import { type Asked, createAsked } from "../state/asked.ts";
import type { Phase } from "../state/phase.ts";
import { endWords } from "../messages/phase_words.ts";
import { type KeptAnswer, turnsOf } from "../storage/kept_answer.ts";
import { leaveCutAnswer } from "../storage/cut_answer.ts";
import { MAX_ANSWERS } from "../storage/kept_answers.ts";

/** Keeps an answer on this device: the last one for a reload, those before it where that is on. */
export async function keepAnswerOf(
  asked: Asked,
  { state, storage, tabs }: Pick<Page, "state" | "storage" | "tabs">,
): Promise<void> {
  const answer = toKept(asked);
  if (answer === undefined || state.isDeleted.peek()) return;
  const all = state.settings.peek().keepQuestions;
  // A page that is left ends the answer in some browsers, and has no time to keep it.
  leaveCutAnswer(answer);
  await storage.keepAnswer(answer, { all });
  leaveCutAnswer(undefined);
  tabs.tell({ kind: "answers" });
  const turns = turnsOf(answer).map(({ id }) => id);
  const others = state.kept.peek().filter(({ id }) => !turns.includes(id));
  state.kept.value = all ? [answer, ...others].slice(0, MAX_ANSWERS) : [answer];
}

/** A question with its text, as far as that has come; undefined where there is none. */
export function toKept(asked: Asked): KeptAnswer | undefined {
  const { kind } = asked.phase.peek();
  const matches = asked.matches.peek();
  if (matches === undefined || asked.text.peek() === "") return undefined;
  return {
    id: asked.id,
    question: asked.question,
    list: asked.list,
    countsAsOf: asked.countsAsOf,
    by: asked.target.peek()?.by ?? "",
    text: asked.text.peek(),
    thinking: asked.thoughts.peek() || undefined,
    ended: kind === "done" || kind === "broken" ? kind : "stopped",
    note: endWords(asked),
    sources: matches.repositories,
    before: asked.before && toKept(asked.before),
  };
}

/** An answer of an earlier visit, as if it had just come. */
export function toAsked(
  { id, question, list, countsAsOf, by, text, thinking, ended, note, sources, before }: KeptAnswer,
): Asked {
  const phases: Record<KeptAnswer["ended"], Phase> = {
    done: { kind: "done", note },
    stopped: { kind: "stopped" },
    broken: { kind: "broken", reason: { message: note ?? "The answer broke off." } },
  };
  return createAsked(question, {
    id,
    before: before && toAsked(before),
    list,
    countsAsOf,
    matches: {
      question,
      repositories: sources,
      total: sources.length,
      terms: sources.map(() => []),
      typed: [],
      offered: [],
      comparedWith: "nothing",
    },
    target: { by },
    phase: phases[ended],
    text,
    thoughts: thinking,
  });
}
