// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";

/** How the page calls the engines. */
export interface EngineName {
  readonly name: string;
  /** As in "Use Ollama". */
  readonly use: string;
  /** For a phone. */
  readonly short: string;
  readonly about: string;
}

/** In the order of the dialog. */
const NAMES: Readonly<Partial<Record<LLMProviderId, EngineName>>> = {
  "webllm": {
    name: "In this browser",
    use: "Use this browser",
    short: "Browser",
    about: "A small model on this device. One download, then it works offline.",
  },
  "local-a": {
    name: "Ollama",
    use: "Use Ollama",
    short: "Ollama",
    about: "A server on this computer.",
  },
  "local-b": {
    name: "LM Studio",
    use: "Use LM Studio",
    short: "LM Studio",
    about: "LM Studio, llama.cpp or another server on this computer.",
  },
  "standard-compatible": {
    name: "Remote",
    use: "Use this service",
    short: "Remote",
    about:
      "A service on the internet, with a key of yours. Your question and 8 summaries go there.",
  },
};

/** The engines that have words here, in the order of the dialog. */
export const engineIds: readonly LLMProviderId[] = Object.keys(NAMES) as LLMProviderId[];

/** How the page calls an engine; one that has no words here yet, by its id. */
export function engineNameOf(id: LLMProviderId): EngineName {
  return NAMES[id] ?? { name: id, use: `Use ${id}`, short: id, about: "" };
}
