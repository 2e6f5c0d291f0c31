// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Text embeddings from a local server, and the search among them.
 *
 * {@linkcode OllamaEmbeddingClient} turns texts into vectors with Ollama,
 * {@linkcode OpenAICompatibleEmbeddingClient} with LM Studio, llama.cpp and whatever else has
 * `/v1/embeddings`, one call or many batches at a time; {@linkcode topK} finds the vectors nearest to
 * one of them. Nothing leaves this computer: no other address is accepted, unless you set
 * `allowRemote` of the second one.
 *
 * @example Search texts by meaning
 * ```ts
 * import { OllamaEmbeddingClient, topK } from "@rivulet/llm/embedding";
 *
 * export async function search(texts: string[], question: string) {
 *   const client = new OllamaEmbeddingClient({
 *     baseUrl: "http://localhost:11434",
 *     model: "nomic-embed-text",
 *     timeoutMs: 30_000, // the first call loads the model
 *   });
 *   const vectors = await client.embedBatch(texts);
 *   const [query] = await client.embedBatch([question]);
 *   return topK(query!, vectors, 3).map(({ index }) => texts[index]!);
 * }
 * ```
 *
 * @module
 */

export * from "./cosine_similarity.ts";
export * from "../_internal/core/embedding_error.ts";
export * from "./ollama_client.ts";
export * from "./openai_compatible_client.ts";
export * from "./top_k.ts";
export type * from "../_internal/core/embedding_types.ts";
