// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Chat token streams from any OpenAI-compatible service, from Ollama, from LM Studio and from a
 * model in the browser, behind one contract, {@linkcode LLMStreamProvider}.
 *
 * {@linkcode openaiCompatible}, {@linkcode ollama}, {@linkcode lmStudio} and {@linkcode webllm} are
 * the providers, {@linkcode getProviderById} finds the one whose id an app has stored, and
 * {@linkcode defineProvider} makes one of your own.
 *
 * @example Print an answer as it comes
 * ```ts
 * import { ollama } from "@rivulet/llm/providers";
 *
 * const config = { baseUrl: "http://localhost:11434", model: "llama3.1:8b" };
 * const request = { prompt: "Why is the sky blue?" };
 * for await (const token of ollama.tokens(config, request)) {
 *   console.log(token);
 * }
 * ```
 *
 * @module
 */

export * from "../_internal/core/build_messages.ts";
export * from "./define_http_provider.ts";
export * from "./define_provider.ts";
export * from "../_internal/core/provider_error.ts";
export * from "./format_provider_error.ts";
export { lmStudio } from "./lm_studio.ts";
export { ollama } from "./ollama.ts";
export { openaiCompatible } from "./openai_compatible.ts";
export * from "./read_object.ts";
export * from "./registry.ts";
export * from "../_internal/core/thinking.ts";
export * from "./to_event_stream.ts";
export * from "./token_streams.ts";
export type * from "../_internal/core/types.ts";
export { webllm } from "./webllm.ts";
export * from "./with_fallback.ts";
export * from "./with_retry.ts";
export * from "./with_timeout.ts";
