// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";

/** How a target is, in words, as far as it is known. Nothing is tried before a click. */
export interface TargetState {
  readonly words: string;
  readonly mood: "neutral" | "ready" | "failed";
  /** The model that answers there, once the server has told. */
  readonly model?: string | undefined;
  /** What the server is called, once it has told: many speak like LM Studio. */
  readonly server?: string | undefined;
}

/** The states of all targets that are known; the others are as they were never touched. */
export type TargetStates = ReadonlyMap<LLMProviderId, TargetState>;
