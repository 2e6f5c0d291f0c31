// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMFinish } from "@rivulet/llm/providers";

/** `31 tok/s`; a slow machine deserves its decimal. */
export function speedOf(tokensPerSecond: number): string {
  const slow = tokensPerSecond < 9.95;
  return `${slow ? tokensPerSecond.toFixed(1) : Math.round(tokensPerSecond)} tok/s`;
}

/** Tokens a second after the first one; undefined where nothing can be said. */
export function tokenRate(tokenCount: number, durationMs: number): number | undefined {
  return tokenCount < 2 || durationMs <= 0 ? undefined : (tokenCount - 1) * 1000 / durationMs;
}

/**
 * How many tokens an answer has: as the server counts, else as many as pieces of text came. Some
 * servers do not count, and say 0.
 */
export function tokensOf({ usage, tokenCount }: LLMFinish): number {
  return usage?.completionTokens || tokenCount;
}
