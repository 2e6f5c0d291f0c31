// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The whole file of a worker for `createWebLLMProvider({ worker })` and
 * `createWebLLMEmbeddingClient({ worker })`. To be imported in a worker only.
 *
 * @example The only line of webllm_worker.ts
 * ```ts
 * import "@rivulet/llm/webllm/worker";
 * ```
 *
 * @module
 */

// Imported here and not on demand: messages that arrive before the listener would be lost.
import {
  deleteChatConfigInCache,
  deleteModelInCache,
  deleteModelWasmInCache,
  hasModelInCache,
  MLCEngine,
  modelVersion,
  prebuiltAppConfig,
} from "@mlc-ai/web-llm";
import type { EngineModule } from "../../_internal/webllm/package/engine_module.ts";
import { serveEngine } from "../../_internal/webllm/worker/serve.ts";

// What the page sees of this worker; without it the published declarations would be an empty file,
// which is no module to TypeScript.
export type { WebLLMWorker, WebLLMWorkerEvent } from "../../_internal/webllm/types.ts";

const module = {
  deleteChatConfigInCache,
  deleteModelInCache,
  deleteModelWasmInCache,
  hasModelInCache,
  MLCEngine,
  modelVersion,
  prebuiltAppConfig,
};
serveEngine(module as unknown as EngineModule, globalThis);
