// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMFinish, LLMModel, LLMProviderId } from "@rivulet/llm";
import type { Target } from "../engines/choose.ts";
import type { Explanation } from "../engines/explain.ts";
import type { Collection, Repository } from "../stars/repository.ts";

/** How an answer went. */
export interface AnswerSummary {
  readonly finish: LLMFinish;
  readonly firstTokenMs: number | undefined;
  readonly tokensPerSecond: number | undefined;
  /** The matches that the answer uses. */
  readonly sources: readonly Source[];
}

/** A match that an answer uses. */
export interface Source {
  readonly number: number;
  readonly repository: Repository;
}

/** The models of a server or a provider. */
export interface ModelPlace {
  readonly provider: LLMProviderId;
  readonly name: string;
  readonly baseUrl: string;
  readonly models: readonly LLMModel[];
}

/** Tells the person, or the program that reads along, what happens. */
export interface Report {
  /** Where the matches come from and how they were ranked. */
  collection(collection: Collection, ranking: string): void;
  /** Best first. May come again with better ones. */
  matches(matches: readonly Repository[]): void;
  /** What is searched for in place of the question. */
  searchWords(words: string): void;
  /** From now on the matches are what was asked for. */
  wantsMatches(): void;
  /** All that can be searched. */
  list(collection: Collection): void;
  models(place: ModelPlace): void;
  target(target: Target): void;
  token(text: string): void;
  summary(summary: AnswerSummary): void;
  /** How far something is that takes its time. `subject` tells one such thing from another. */
  progress(subject: string, text: string): void;
  /** Something worth knowing that is no failure. */
  note(text: string): void;
  failure(explanation: Explanation): void;
  /** The person has stopped the run. */
  stopped(): void;
  /** What else is on the screen is cleared; to be called last. */
  end(): void;
}
