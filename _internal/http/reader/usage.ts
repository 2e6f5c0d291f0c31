// Copyright 2026 the Rivulet authors. MIT license.

import { asNumber, asObject, type JsonObject } from "../../core/json.ts";
import type { LLMUsage } from "../../core/types.ts";

/** The names that servers give each count, best first; a dot leads into an object. */
const NAMES: readonly [count: keyof LLMUsage, names: readonly string[]][] = [
  ["promptTokens", ["prompt_tokens", "input_tokens", "prompt_eval_count"]],
  ["completionTokens", ["completion_tokens", "output_tokens", "eval_count"]],
  ["cachedTokens", [
    "prompt_tokens_details.cached_tokens",
    "input_tokens_details.cached_tokens",
    "prompt_cache_hit_tokens",
    "cache_read_input_tokens",
    "cached_tokens",
  ]],
  ["reasoningTokens", [
    "completion_tokens_details.reasoning_tokens",
    "output_tokens_details.reasoning_tokens",
    "reasoning_tokens",
  ]],
];

/** The token counts of a chunk, if it has any: of the answer, or of Groq's and a choice's own. */
export function usageOf(fields: JsonObject, choice: JsonObject): LLMUsage | undefined {
  const holder = fields.usage ?? choice.usage ??
    (fields.x_groq ? asObject(fields.x_groq).usage : undefined);
  return holder ? countsIn(asObject(holder)) : undefined;
}

/** Token counts under the names that servers give them. */
export function countsIn(holder: JsonObject): LLMUsage | undefined {
  let usage: LLMUsage | undefined;
  for (const [count, names] of NAMES) {
    const value = names.map((name) => numberAt(holder, name)).find((number) =>
      number !== undefined
    );
    if (value !== undefined) usage = { ...usage, [count]: value };
  }
  return usage;
}

function numberAt(holder: JsonObject, name: string): number | undefined {
  const [first = "", second] = name.split(".");
  return asNumber(second === undefined ? holder[first] : asObject(holder[first])[second]);
}
