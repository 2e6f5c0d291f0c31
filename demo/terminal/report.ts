// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMFinish } from "@rivulet/llm";
import type { Engine } from "../engines/choose.ts";
import type { Explanation } from "../engines/explain.ts";
import type { Collection, Repository } from "../stars/repository.ts";

/** How an answer went. */
export interface AnswerSummary {
  readonly finish: LLMFinish;
  readonly firstTokenMs: number | undefined;
  readonly tokensPerSecond: number | undefined;
  /** Numbers of the matches that the answer uses. */
  readonly sources: readonly number[];
}

/** Tells the person, or the program that reads along, what happens. */
export interface Report {
  /** Where the matches come from and how they were ranked. */
  collection(collection: Collection, ranking: string): void;
  /** Best first. */
  matches(matches: readonly Repository[], collection: Collection): void;
  engine(engine: Engine): void;
  token(text: string): void;
  summary(summary: AnswerSummary): void;
  /** Something worth knowing that is no failure. */
  note(text: string): void;
  failure(explanation: Explanation): void;
}
