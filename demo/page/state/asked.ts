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

/** What is known of a question when it comes to the page. */
export interface AskedStart extends Pick<Asked, "list"> {
  /** There where it was asked on an earlier visit. */
  readonly id?: number | undefined;
  readonly countsAsOf?: string | undefined;
  readonly before?: Asked | undefined;
  readonly phase: Phase;
  readonly matches?: Matches | undefined;
  readonly target?: AskedTarget | undefined;
  readonly text?: string | undefined;
  readonly thoughts?: string | undefined;
}

let lastId = 0;

/** A question that was just asked, or comes back with its answer. */
export function createAsked(question: string, start: AskedStart): Asked {
  const { list, countsAsOf, before, text = "", thoughts = "" } = start;
  const matches = signal(start.matches);
  const phase = signal(start.phase);
  const answer = signal(text);
  return {
    id: start.id ?? (lastId = Math.max(Date.now(), lastId + 1)),
    question,
    before,
    list,
    countsAsOf,
    matches,
    target: signal(start.target),
    phase,
    text: answer,
    thoughts: signal(thoughts),
    figures: signal<AnswerFigures>({}),
    sent: signal<SentRequest | undefined>(undefined),
    // While the answer comes, a citation is no more than a beginning.
    cited: computed(() =>
      isOver(phase.value) ? citedSources(answer.value, matches.value?.repositories ?? []) : []
    ),
  };
}

/** How many words a text has. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
