// Copyright 2026 the Rivulet authors. MIT license.

import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { citedSources } from "../../stars/citations.ts";
import type { Target } from "./target.ts";
import type { SentRequest } from "./sent_request.ts";
import type { Matches } from "../search/matches.ts";
import { isOver, type Phase } from "./phase.ts";

/** How an answer went, in figures that were measured. */
export interface AnswerFigures {
  /** Until the first word that is shown; thinking is none. */
  readonly firstWordMs?: number | undefined;
  readonly tokensPerSecond?: number | undefined;
  /** How long the model thought; undefined where it did not. */
  readonly thoughtMs?: number | undefined;
}

/** A question that was asked, with all that became of it. Nothing else of the page changes it. */
export interface Asked {
  /** When it was asked, in milliseconds; no two are asked at once. */
  readonly id: number;
  readonly question: string;
  /** The turn of the conversation that it follows. */
  readonly before: Asked | undefined;
  /** Whose stars were searched, such as `@ana` or `Sample`. */
  readonly list: string;
  /** The month of the star counts, where they are not of now. */
  readonly countsAsOf: string | undefined;
  /** The matches that go with the question: frozen once they are known. */
  readonly matches: Signal<Matches | undefined>;
  readonly target: Signal<AskedTarget | undefined>;
  readonly phase: Signal<Phase>;
  /** The answer as it came. */
  readonly text: Signal<string>;
  /** What the model thought before it answered. */
  readonly thoughts: Signal<string>;
  readonly figures: Signal<AnswerFigures>;
  readonly sent: Signal<SentRequest | undefined>;
  /** The numbers of the sources that the answer uses. */
  readonly cited: ReadonlySignal<readonly number[]>;
}

/** Who was asked: the model is known once the server has listed what it has. */
export interface AskedTarget {
  /** In words, such as "llama3.1:8b on Ollama". */
  readonly by: string;
  /** What runs it, such as "Ollama" or "api.openai.com". */
  readonly place?: string | undefined;
  /** Undefined for an answer of an earlier visit. */
  readonly choice?: Target | undefined;
}

let lastId = 0;

/** A question that was just asked. */
export function createAsked(
  question: string,
  { list, countsAsOf, before, phase }: {
    list: string;
    countsAsOf?: string | undefined;
    before?: Asked | undefined;
    phase: Phase;
  },
): Asked {
  return withCited({
    id: lastId = Math.max(Date.now(), lastId + 1),
    question,
    before,
    list,
    countsAsOf,
    matches: signal<Matches | undefined>(undefined),
    target: signal<AskedTarget | undefined>(undefined),
    phase: signal<Phase>(phase),
    text: signal(""),
    thoughts: signal(""),
    figures: signal<AnswerFigures>({}),
    sent: signal<SentRequest | undefined>(undefined),
  });
}

/** A question with what its answer cites. While that comes, a citation is no more than a beginning. */
export function withCited(asked: Omit<Asked, "cited">): Asked {
  const cited = computed(() =>
    isOver(asked.phase.value)
      ? citedSources(asked.text.value, asked.matches.value?.repositories ?? [])
      : []
  );
  return { ...asked, cited };
}

/** How many words a text has. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
