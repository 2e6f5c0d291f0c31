// Copyright 2026 the Rivulet authors. MIT license.

// An answer read with as little as its protocol needs, to compare the library with: no code of the
// library, no odd forms.

import type { Kind } from "./target.ts";

/** What the bytes of an answer say. */
export interface RawAnswer {
  readonly tokens: readonly string[];
  readonly reasoning: readonly string[];
  /** The names of the tools that are called. */
  readonly calls: readonly string[];
  /** Their arguments, one behind the other. */
  readonly callArguments: string;
  readonly finishReason?: string | undefined;
  readonly promptTokens?: number | undefined;
  readonly completionTokens?: number | undefined;
}

interface Chunk {
  choices?: { delta?: Delta; "finish_reason"?: string | null }[];
  usage?: { "prompt_tokens"?: number; "completion_tokens"?: number } | null;
  message?: Delta;
  "done_reason"?: string;
  "prompt_eval_count"?: number;
  "eval_count"?: number;
}

interface Delta {
  content?: string | null;
  "reasoning_content"?: string | null;
  reasoning?: string | null;
  thinking?: string | null;
  "tool_calls"?: { function?: { name?: string | null; arguments?: unknown } }[] | null;
}

/** Reads the complete lines of a body. */
export function readRaw(kind: Kind, text: string): RawAnswer {
  const lines = text.split("\n").slice(0, -1);
  const chunks = kind === "ollama" ? lines : lines.filter((line) => line.startsWith("data: {"))
    .map((line) => line.slice("data: ".length));
  return chunks.map((chunk) => JSON.parse(chunk) as Chunk).reduce(add, {
    tokens: [],
    reasoning: [],
    calls: [],
    callArguments: "",
  });
}

function add(answer: RawAnswer, chunk: Chunk): RawAnswer {
  const { delta = {}, finish_reason: finishReason } = chunk.choices?.[0] ??
    { delta: chunk.message };
  const thought = delta.reasoning_content ?? delta.reasoning ?? delta.thinking;
  const pieces = delta.tool_calls ?? [];
  const calls = pieces.map((call) => call.function?.name ?? "");
  const callArguments = pieces.map((call) => asText(call.function?.arguments ?? ""));
  return {
    callArguments: answer.callArguments + callArguments.join(""),
    calls: [...answer.calls, ...calls.filter((name) => name !== "")],
    tokens: delta.content ? [...answer.tokens, delta.content] : answer.tokens,
    reasoning: thought ? [...answer.reasoning, thought] : answer.reasoning,
    finishReason: finishReason ?? chunk.done_reason ?? answer.finishReason,
    promptTokens: chunk.usage?.prompt_tokens ?? chunk.prompt_eval_count ?? answer.promptTokens,
    completionTokens: chunk.usage?.completion_tokens ?? chunk.eval_count ??
      answer.completionTokens,
  };
}

/** Ollama sends arguments as an object, the others as pieces of a text. */
function asText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
