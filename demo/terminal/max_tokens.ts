// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMProviderId } from "@rivulet/llm";
import { hostOf } from "../engines/host.ts";

/** The fields of a request that limit an answer, as the service at the address names them. */
export function limitFields(
  id: LLMProviderId,
  baseUrl: string,
  maxTokens: number,
): Record<string, unknown> {
  if (id === "local-a") return { options: { "num_predict": maxTokens } };
  // Its newer models refuse the older name, which most others know alone.
  if (hostOf(baseUrl) === "api.openai.com") return { "max_completion_tokens": maxTokens };
  return { "max_tokens": maxTokens };
}
