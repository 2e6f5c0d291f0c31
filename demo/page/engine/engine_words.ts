// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";
import { shortNameOf } from "../state/engine_names.ts";

/** What the page says of an engine. */
export interface EngineWords {
  readonly name: string;
  /** As in "Use Ollama". */
  readonly use: string;
  readonly about: string;
}

const WORDS: Readonly<Partial<Record<LLMProviderId, Partial<EngineWords>>>> = {
  "webllm": {
    name: "In this browser",
    use: "Use this browser",
    about: "A small model on this device. One download, then it works offline.",
  },
  "local-a": { about: "A server on this computer." },
  "local-b": { about: "LM Studio, llama.cpp or another server on this computer." },
  "standard-compatible": {
    use: "Use this service",
    about:
      "A service on the internet, with a key of yours. Your question and 8 summaries go there.",
  },
};

/** The words for an engine; one that has none here yet is called by its id. */
export function engineWordsOf(id: LLMProviderId): EngineWords {
  const name = shortNameOf(id);
  return { name, use: `Use ${name}`, about: "", ...WORDS[id] };
}
