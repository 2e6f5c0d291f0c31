// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Runs a model inside the browser, in a worker and with a list of models of your own: one that
 * answers, or one that turns texts into vectors.
 *
 * {@linkcode createWebLLMProvider} answers, {@linkcode createWebLLMEmbeddingClient} embeds, and
 * {@linkcode isWebLLMModelCached} tells whether there is something to download.
 * `getProviderById("webllm")` needs none of this; it runs the engine on the main thread. A page
 * rather wants a worker, and ways to free the graphics memory and the storage.
 *
 * @example Answer in a worker, once the user has agreed to the download
 * ```ts
 * import { createWebLLMProvider } from "@rivulet/llm/webllm";
 *
 * const provider = createWebLLMProvider({
 *   worker: () =>
 *     new Worker(new URL("./webllm_worker.js", import.meta.url), {
 *       type: "module",
 *     }),
 * });
 *
 * async function answer(prompt: string): Promise<void> {
 *   const { defaultModel: model } = provider.definition;
 *   const config = { baseUrl: "", model, allowModelDownload: true };
 *   const request = { prompt, onInitProgress: console.log };
 *   for await (const token of provider.tokens(config, request)) {
 *     console.log(token);
 *   }
 * }
 * ```
 *
 * @example Search texts by meaning, with no server
 * ```ts
 * import { topK } from "@rivulet/llm";
 * import { createWebLLMEmbeddingClient } from "@rivulet/llm/webllm";
 *
 * const client = createWebLLMEmbeddingClient({
 *   worker: () =>
 *     new Worker(new URL("./webllm_worker.js", import.meta.url), {
 *       type: "module",
 *     }),
 *   allowModelDownload: true,
 * });
 *
 * async function search(texts: string[], question: string) {
 *   const vectors = await client.embedBatch(texts);
 *   const [query] = await client.embedBatch([
 *     `Represent this sentence for searching relevant passages: ${question}`,
 *   ]);
 *   return topK(query!, vectors, 3).map(({ index }) => texts[index]!);
 * }
 * ```
 *
 * @module
 */

export * from "../../_internal/core/embedding_error.ts";
export type * from "../../_internal/core/embedding_types.ts";
export { createWebLLMEmbeddingClient } from "../../embedding/webllm/create_client.ts";
export * from "../../_internal/core/provider_error.ts";
export * from "../format_provider_error.ts";
export type * from "../../_internal/core/types.ts";
export { createWebLLMProvider } from "./create_provider.ts";
export * from "./is_model_cached.ts";
export type * from "../../_internal/webllm/types.ts";
