// Copyright 2026 the Rivulet authors. MIT license.

// What runs models in this browser. Imported only when one is used or may be here, so that all others
// never load it.

import {
  createWebLLMEmbeddingClient,
  createWebLLMProvider,
  type WebLLMEmbeddingClient,
  type WebLLMEmbeddingClientOptions,
  type WebLLMProvider,
} from "@rivulet/llm/webllm";
import { scriptUrl } from "../platform/trusted_urls.ts";

export { isWebLLMModelCached } from "@rivulet/llm/webllm";

/** Answers with a model on this device, in a worker. */
export function createBrowserProvider(): WebLLMProvider {
  return createWebLLMProvider({ worker: startWorker });
}

/** Reads meanings with a model on this device, in a worker of its own. */
export function createBrowserEmbedder(
  options: Pick<WebLLMEmbeddingClientOptions, "model" | "allowModelDownload" | "onInitProgress">,
): WebLLMEmbeddingClient {
  return createWebLLMEmbeddingClient({ ...options, worker: startWorker });
}

function startWorker(): Worker {
  return new Worker(scriptUrl("engine_worker.js"), { type: "module" });
}
