// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals } from "@std/assert";
import { ask } from "../ask.ts";
import type { Check, Findings } from "../check.ts";
import { readRaw } from "../raw_answer.ts";
import { record } from "../recording.ts";
import { configOf, type Target } from "../target.ts";

async function isThatOfTheBytes(target: Target, { detail }: Findings): Promise<void> {
  const recording = record();
  const extra = target.kind === "ollama" ? { think: true } : {};
  const config = {
    ...configOf(target, 40, extra),
    model: target.thinkingModel!,
    fetch: recording.fetch,
  };
  const { tokens, reasoning } = await ask(target, config, { prompt: "What is 2 and 3?" });
  const raw = readRaw(target.kind, recording.text());
  assertEquals(reasoning, raw.reasoning);
  assertEquals(tokens, raw.tokens);
  assert(reasoning.length > 0, "no reasoning came");
  detail(`${reasoning.length} pieces of reasoning, ${tokens.length} tokens`);
}

/** What holds for models that think first. */
export const reasoning: readonly Check[] = [
  {
    name: "reasoning goes to onReasoning, and only there",
    skipped: ({ thinkingModel }) =>
      thinkingModel === undefined ? "no --thinking-model is given" : undefined,
    run: isThatOfTheBytes,
  },
];
