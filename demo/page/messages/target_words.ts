// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";

/** What the dialog says of an engine. */
export interface TargetWords {
  /** As in "Use Ollama". */
  readonly use: string;
  readonly about: string;
}

const WORDS: Readonly<Partial<Record<LLMProviderId, TargetWords>>> = {
  "webllm": {
    use: "Use this browser",
    about: "A small model on this device. One download, then it works offline.",
  },
  "local-a": { use: "Use Ollama", about: "A server on this computer." },
  "local-b": {
    use: "Use LM Studio",
    about: "LM Studio, llama.cpp or another server on this computer.",
  },
  "standard-compatible": {
    use: "Use this service",
    about:
      "A service on the internet, with a key of yours. Your question and 8 summaries go there.",
  },
};

/** What the dialog says of an engine; of one that has no words here yet, its id. */
export function targetWordsOf(id: LLMProviderId): TargetWords {
  return WORDS[id] ?? { use: `Use ${id}`, about: "" };
}
