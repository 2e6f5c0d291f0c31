// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Chat token streams from any OpenAI-compatible service, from Ollama, from LM Studio and from a
 * model in the browser, behind one contract.
 *
 * @example Print an answer as it comes
 * ```ts
 * import { getProviderById } from "@rivulet/llm/providers";
 *
 * const ollama = getProviderById("local-a");
 * const config = { baseUrl: "http://localhost:11434", model: "llama3.1:8b" };
 * for await (const token of ollama.tokens(config, { prompt: "Why is the sky blue?" })) {
 *   console.log(token);
 * }
 * ```
 *
 * @module
 */

export { TOP_K_LIMIT } from "./_messages.ts";
export {
  formatProviderError,
  ProviderError,
  type ProviderErrorCode,
  type ProviderErrorDetails,
} from "./errors.ts";
export { getProviderById, getProviderDefinitions } from "./registry.ts";
export { ChatCompletionTokenStream, OllamaTokenStream } from "./streams.ts";
export { type ThinkingPart, ThinkingSplitter } from "./thinking.ts";
export type {
  LLMFinish,
  LLMProviderConfig,
  LLMProviderDefinition,
  LLMProviderId,
  LLMProviderKind,
  LLMStreamProvider,
  LLMStreamRequest,
  LLMTokenRequest,
  ProviderMessage,
} from "./types.ts";
