// Copyright 2026 the Rivulet authors. MIT license.

import {
  type LLMProviderConfig,
  type LLMStreamProvider,
  lmStudio,
  ollama,
  openaiCompatible,
} from "@rivulet/llm";

/** Which of the two protocols a server is asked in. */
export type Kind = "ollama" | "openai";

/** A server under test. */
export interface Target {
  readonly kind: Kind;
  readonly baseUrl: string;
  /** The server's own word for itself, and its version. */
  readonly name: string;
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly chatModel?: string | undefined;
  readonly embeddingModel?: string | undefined;
  readonly thinkingModel?: string | undefined;
  /** Whether the run has started the server, and may kill it. */
  readonly canBeKilled: boolean;
}

/** The provider that a target is asked with. */
export function providerOf({ kind, key }: Target): LLMStreamProvider {
  if (kind === "ollama") return ollama;
  return key === undefined ? lmStudio : openaiCompatible;
}

/** A config whose answer has at most so many tokens, and is always the same. */
export function configOf(
  { kind, baseUrl, key, headers, chatModel = "" }: Target,
  maxTokens: number,
  extra: Record<string, unknown> = {},
): LLMProviderConfig {
  const extraBody = kind === "ollama"
    ? { options: { "num_predict": maxTokens, temperature: 0, seed: 1 }, ...extra }
    : { "max_tokens": maxTokens, temperature: 0, seed: 1, ...extra };
  return { baseUrl, model: chatModel, apiKey: key, headers: { ...headers }, extraBody };
}

/** A question to which even a small model has much to say. */
export const LONG_STORY = "Tell a long story of a river that reaches the sea.";
