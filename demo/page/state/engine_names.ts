// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";

/** What fits beside the other chips, in the order of the dialog. */
const SHORT: Readonly<Partial<Record<LLMProviderId, string>>> = {
  "webllm": "Browser",
  "local-a": "Ollama",
  "local-b": "LM Studio",
  "standard-compatible": "Remote",
};

/** The engines that have words here, in the order of the dialog. */
export const engineIds: readonly LLMProviderId[] = Object.keys(SHORT) as LLMProviderId[];

/** How the page calls an engine in a word; one that has no words here yet, by its id. */
export function shortNameOf(id: LLMProviderId): string {
  return SHORT[id] ?? id;
}
