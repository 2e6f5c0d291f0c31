// Copyright 2026 the Rivulet authors. MIT license.

// The one place that knows the engine which runs in this browser.

import { createWebLLMProvider } from "@rivulet/llm/webllm";

/**
 * Answers with a model on this device. Its program is loaded at the first question, in a worker.
 */
export const browserEngine = createWebLLMProvider({
  worker: () => new Worker(new URL("engine_worker.js", document.baseURI), { type: "module" }),
});

/** Where the files of its models come from. */
export const MODEL_HOSTS: readonly string[] = ["huggingface.co", "raw.githubusercontent.com"];
