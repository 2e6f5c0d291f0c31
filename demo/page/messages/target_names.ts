// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";

/** How the page calls a target. */
export interface TargetName {
  readonly name: string;
  /** For a phone. */
  readonly short: string;
}

const NAMES: Readonly<Partial<Record<LLMProviderId, TargetName>>> = {
  "webllm": { name: "In this browser", short: "Browser" },
  "local-a": { name: "Ollama", short: "Ollama" },
  "local-b": { name: "LM Studio", short: "LM Studio" },
  "standard-compatible": { name: "Remote", short: "Remote" },
};

/** How the page calls a target; one that has no words here yet, by its id. */
export function targetNameOf(id: LLMProviderId): TargetName {
  return NAMES[id] ?? { name: id, short: id };
}
