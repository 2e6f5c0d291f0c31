// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";

/** How the page calls an engine. */
export interface EngineName {
  readonly name: string;
  /** For a phone. */
  readonly short: string;
}

/** In the order of the dialog. */
const NAMES: Readonly<Partial<Record<LLMProviderId, EngineName>>> = {
  "webllm": { name: "In this browser", short: "Browser" },
  "local-a": { name: "Ollama", short: "Ollama" },
  "local-b": { name: "LM Studio", short: "LM Studio" },
  "standard-compatible": { name: "Remote", short: "Remote" },
};

/** The engines that have words here, in the order of the dialog. */
export const engineIds: readonly LLMProviderId[] = Object.keys(NAMES) as LLMProviderId[];

/** How the page calls an engine; one that has no words here yet, by its id. */
export function engineNameOf(id: LLMProviderId): EngineName {
  return NAMES[id] ?? { name: id, short: id };
}
