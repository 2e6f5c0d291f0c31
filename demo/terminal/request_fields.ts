// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";
import { hostOf } from "../engines/host.ts";

/** How long an answer, and what a model reads, may be, in tokens. */
export interface Lengths {
  readonly maxTokens?: number | undefined;
  /** Room for question and answer, where it has to be more than usual. */
  readonly room?: number | undefined;
}

/**
 * The fields of a request that set lengths and ask for the count of tokens, as the service at the
 * address names them.
 */
export function requestFields(
  { id, baseUrl }: { id: LLMProviderId; baseUrl: string },
  { maxTokens, room }: Lengths,
): Record<string, unknown> | undefined {
  if (id === "webllm") return maxTokens === undefined ? undefined : { "max_tokens": maxTokens };
  if (id === "local-a") {
    if (maxTokens === undefined && room === undefined) return undefined;
    return {
      options: {
        ...(maxTokens === undefined ? {} : { "num_predict": maxTokens }),
        // It would drop the start of what is longer, and not say so.
        ...(room === undefined ? {} : { "num_ctx": room }),
      },
    };
  }
  const isOpenAI = hostOf(baseUrl) === "api.openai.com";
  return {
    // Its newer models refuse the older name, which most others know alone.
    ...(maxTokens === undefined
      ? {}
      : { [isOpenAI ? "max_completion_tokens" : "max_tokens"]: maxTokens }),
    // Without it they count nothing. Some other services refuse a field that they do not know.
    ...(isOpenAI || id === "local-b" ? { "stream_options": { "include_usage": true } } : {}),
  };
}
