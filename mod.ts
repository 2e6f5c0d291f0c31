// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Stream chat tokens from any OpenAI-compatible service, from Ollama, from LM Studio and from a
 * model inside the browser, and turn texts into vectors with a local server. Web standards only:
 * Deno, Node, Bun and browsers.
 *
 * @example Stream an answer
 * ```ts
 * import { ollama } from "@rivulet/llm";
 *
 * const config = { baseUrl: "http://localhost:11434", model: "llama3.1:8b" };
 *
 * for await (const token of ollama.tokens(config, { prompt: "Why is the sky blue?" })) {
 *   console.log(token);
 * }
 * ```
 *
 * @example Find texts by meaning
 * ```ts
 * import { OllamaEmbeddingClient, topK } from "@rivulet/llm";
 *
 * const client = new OllamaEmbeddingClient({
 *   baseUrl: "http://localhost:11434",
 *   model: "all-minilm",
 *   timeoutMs: 60_000,
 * });
 * const texts = ["searches folders", "plays music"];
 * const [query, ...vectors] = await client.embedBatch(["find a file", ...texts]);
 * console.log(topK(query!, vectors, 1).map(({ index }) => texts[index]));
 * ```
 *
 * @module
 */

export * from "./providers/mod.ts";
export * from "./embedding/mod.ts";
