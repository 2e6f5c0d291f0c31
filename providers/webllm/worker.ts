// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The whole file of a worker for `createWebLLMProvider({ worker })`. To be imported in a worker
 * only.
 *
 * @example The only line of webllm_worker.ts
 * ```ts
 * import "@rivulet/llm/webllm/worker";
 * ```
 *
 * @module
 */

import { WebWorkerMLCEngineHandler } from "@mlc-ai/web-llm";

// Imported above and not on demand: messages that arrive before the handler listens would be lost.
const handler = new WebWorkerMLCEngineHandler();
globalThis.addEventListener("message", (event) => handler.onmessage(event));
