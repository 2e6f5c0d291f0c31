// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Stream chat tokens from any OpenAI-compatible service, from Ollama, from LM Studio and from a
 * model inside the browser. Turn texts into vectors with a local server. Built on web standards, for
 * Deno, Node, Bun and browsers.
 *
 * {@linkcode openaiCompatible}, {@linkcode ollama}, {@linkcode lmStudio} and {@linkcode webllm} have
 * one contract, {@linkcode LLMStreamProvider}: loop over `tokens()`, or get called back by
 * `stream()`. Leaving the loop or aborting the signal ends the request at once. Every failure throws
 * a {@linkcode ProviderError}. {@linkcode withTimeout}, {@linkcode withRetry} and
 * {@linkcode withFallback} add time limits, retries and a second provider. In Deno the examples below
 * need `--allow-net=localhost:11434` and nothing else.
 *
 * You can import parts alone:
 *
 * - `@rivulet/llm/ollama`, `@rivulet/llm/lm-studio` and `@rivulet/llm/openai-compatible`: one
 *   provider, and nothing of the others.
 * - `@rivulet/llm/embedding`: {@linkcode OllamaEmbeddingClient},
 *   {@linkcode OpenAICompatibleEmbeddingClient}, {@linkcode topK} and {@linkcode cosineSimilarity}.
 * - `@rivulet/llm/webllm`: a model of the browser in a worker, with a list of models of your own;
 *   `@rivulet/llm/webllm/worker` is the file of that worker.
 * - `@rivulet/llm/providers`: all providers, and no embedding.
 *
 * @example Stream an answer
 * ```ts
 * import { ollama } from "@rivulet/llm";
 *
 * const config = { baseUrl: "http://localhost:11434", model: "llama3.1:8b" };
 * const systemPrompt = "Answer in one sentence.";
 * const request = { systemPrompt, prompt: "Why is the sky blue?" };
 *
 * for await (const token of ollama.tokens(config, request)) {
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
 * const vectors = await client.embedBatch(texts);
 * const [query] = await client.embedBatch(["find a file"]);
 * console.log(topK(query!, vectors, 1).map(({ index }) => texts[index]));
 * ```
 *
 * @module
 */

export * from "./providers/mod.ts";
export * from "./embedding/mod.ts";
