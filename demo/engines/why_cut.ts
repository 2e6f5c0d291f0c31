// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMFinish } from "@rivulet/llm";

/** Why an answer may be incomplete; undefined where it is not. */
export function whyCut({ endedBy, finishReason }: LLMFinish): string | undefined {
  if (finishReason === "length") return "The answer is cut: the model reached its limit of tokens.";
  if (endedBy === "marker") return undefined;
  return "The connection ended without an end marker, so the answer may be cut.";
}
