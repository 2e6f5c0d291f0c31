// Copyright 2026 the Rivulet authors. MIT license.

// Answers that end well: nothing lost, nothing late, nothing added.

import { assert, assertEquals } from "@std/assert";
import { ProviderError } from "@rivulet/llm";
import { ask, lineOf } from "../ask.ts";
import type { Check, Findings } from "../check.ts";
import { readRaw } from "../raw_answer.ts";
import { record } from "../recording.ts";
import { configOf, LONG_STORY, providerOf, type Target } from "../target.ts";

const MAX_TOKENS = 24;
const USAGE = { "stream_options": { "include_usage": true } };

async function tokensAreThoseOfTheBytes(
  target: Target,
  { detail, habit }: Findings,
): Promise<void> {
  const recording = record();
  const config = { ...configOf(target, MAX_TOKENS), fetch: recording.fetch };
  const { tokens, finish } = await ask(target, config, { prompt: LONG_STORY });
  const raw = readRaw(target.kind, recording.text());
  assertEquals(tokens, raw.tokens);
  assert(tokens.length > 0, "no token came");
  if (tokens.length === 1) habit("sends the answer in one piece");
  if (finish.endedBy !== "marker") habit(`ends without a marker: ${finish.endedBy}`);
  detail(`${tokens.length} tokens, ${recording.head().contentType}`);
}

/** Whenever the library asks for more bytes, it has handed on all that came. */
async function nothingIsHeldBack(target: Target, { detail, skip }: Findings): Promise<void> {
  const recording = record();
  const tokens: string[] = [];
  const moments: (readonly [handedOn: string, sent: string])[] = [];
  recording.onPull = () => {
    moments.push([tokens.join(""), readRaw(target.kind, recording.text()).tokens.join("")]);
  };
  const config = { ...configOf(target, MAX_TOKENS), fetch: recording.fetch };
  const answer = providerOf(target).tokens(config, { prompt: LONG_STORY });
  for await (const token of answer) tokens.push(token);
  for (const [handedOn, sent] of moments) assertEquals(handedOn, sent);
  const grown = new Set(moments.map(([handedOn]) => handedOn)).size;
  if (grown <= 2) skip("the answer came in one piece");
  detail(`${moments.length} reads, a new token in ${grown - 1}`);
}

async function usageIsTold(target: Target, { detail, habit }: Findings): Promise<void> {
  const recording = record();
  const extra = target.kind === "openai" ? USAGE : {};
  const config = { ...configOf(target, MAX_TOKENS, extra), fetch: recording.fetch };
  const { tokens, finish } = await ask(target, config, { prompt: LONG_STORY });
  const { promptTokens, completionTokens } = readRaw(target.kind, recording.text());
  const told = [finish.usage?.promptTokens, finish.usage?.completionTokens];
  assertEquals(told, [promptTokens, completionTokens]);
  detail(`${promptTokens} prompt tokens, ${completionTokens} of the answer`);
  if (completionTokens !== tokens.length) {
    habit(`counts ${completionTokens} tokens where it sends ${tokens.length} texts`);
  }
}

async function finishReasonIsTold(target: Target, { detail, habit }: Findings): Promise<void> {
  const recording = record();
  const config = { ...configOf(target, 3), fetch: recording.fetch };
  const { finish: { finishReason, tokenCount } } = await ask(target, config, {
    prompt: LONG_STORY,
  });
  assertEquals(finishReason, readRaw(target.kind, recording.text()).finishReason);
  assert(tokenCount <= 3, "max tokens were not heeded");
  detail(`cut after ${tokenCount} tokens: ${finishReason ?? "no reason"}`);
  // Then an app cannot know that the answer is not whole.
  if (finishReason !== "length") habit("does not say that it cut an answer");
}

async function sixteenAtOnce(target: Target, { detail, habit }: Findings): Promise<void> {
  const started = performance.now();
  const answers = await Promise.allSettled(Array.from({ length: 16 }, (_, number) => {
    const recording = record();
    const config = { ...configOf(target, 6), fetch: recording.fetch };
    return ask(target, config, { prompt: `Count from ${number + 1}.` })
      .then(({ tokens }) => assertEquals(tokens, readRaw(target.kind, recording.text()).tokens));
  }));
  const refusals = answers.filter((answer) => answer.status === "rejected")
    .map(({ reason }) => reason);
  for (const refusal of refusals) {
    if (!(refusal instanceof ProviderError && refusal.code === "http")) throw refusal;
    assert([429, 500, 502, 503, 504].includes(refusal.status ?? 0), lineOf(refusal));
    assert(refusal.reason !== undefined, "a refusal without words");
  }
  assert(refusals.length < 16, "none was answered");
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  detail(`${16 - refusals.length} answered in ${seconds} s`);
  const [first] = refusals;
  if (first === undefined) return;
  const wait = first.retryAfterMs === undefined ? "" : `, retry after ${first.retryAfterMs} ms`;
  habit(
    `refuses ${refusals.length} when busy: ${first.status} ${JSON.stringify(first.reason)}${wait}`,
  );
}

/** What holds for answers. */
export const answers: readonly Check[] = [
  { name: "tokens are those of the raw bytes, in their order", run: tokensAreThoseOfTheBytes },
  { name: "each token is handed on before more is read", run: nothingIsHeldBack },
  { name: "the usage is that of the server", run: usageIsTold },
  { name: "the finish reason is told", run: finishReasonIsTold },
  { name: "16 questions at once are each answered, or refused with words", run: sixteenAtOnce },
];
