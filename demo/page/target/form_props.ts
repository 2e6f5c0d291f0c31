// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";
import type { DraftProblem, TargetDraft } from "./target_draft.ts";

/** What the form of an engine is given. */
export interface TargetFormProps {
  readonly id: LLMProviderId;
  readonly draft: TargetDraft;
  readonly onDraft: (draft: TargetDraft) => void;
  /** The server at this address asks for a key: it is set up like a remote service. */
  readonly onNeedsKey: (address: string) => void;
  /** Why the draft could not be used. */
  readonly problem: DraftProblem | undefined;
  /** The field that a person starts in. */
  readonly focusOn: "key" | "model" | "address" | undefined;
  /** Whether the question is asked again at once. */
  readonly asksAgain: boolean | undefined;
}
