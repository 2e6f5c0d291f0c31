// Copyright 2026 the Rivulet authors. MIT license.

// What goes beyond one question: what was said before, tools, several choices, the list of models.

import { assert, assertEquals } from "@std/assert";
import { ProviderError } from "@rivulet/llm";
import { ask, type Asked, lineOf } from "../ask.ts";
import type { Check, Findings } from "../check.ts";
import { readRaw } from "../raw_answer.ts";
import { record, type Recording } from "../recording.ts";
import { configOf, providerOf, type Target } from "../target.ts";

const USAGE = { "stream_options": { "include_usage": true } };

const HISTORY = [
  { role: "user", content: "My river is called Lethe." },
  { role: "assistant", content: "A fine name. What do you want to know of the river?" },
] as const;

const TOOLS = [{
  type: "function",
  function: {
    name: "river_length",
    description: "Tells how long a river is",
    parameters: {
      type: "object",
      properties: { river: { type: "string" } },
      required: ["river"],
    },
  },
}];

async function historyIsSent(target: Target, { detail, habit }: Findings): Promise<void> {
  const config = configOf(target, 16, target.kind === "openai" ? USAGE : {});
  const request = { prompt: "What is the name of my river?" };
  const alone = await ask(target, config, request);
  const after = await ask(target, config, { ...request, history: HISTORY });
  const [without, withHistory] = [alone, after].map(({ finish }) => finish.usage?.promptTokens);
  assert(after.tokens.length > 0, "no answer");
  detail(JSON.stringify(after.tokens.join("")));
  // Some send counts, and all of them are 0.
  if (!without || !withHistory) habit("does not count what it reads");
  else {assert(
      withHistory > without,
      `reads ${withHistory} tokens with what was said, ${without} without`,
    );}
}

async function toolCallsAreTold(target: Target, { detail, skip }: Findings): Promise<void> {
  const extra = { tools: TOOLS, ...(target.kind === "openai" && { "tool_choice": "required" }) };
  const came = await askRecorded(target, extra, "How long is the Nile? Use the tool.");
  if (came instanceof ProviderError) return skip(`the server refuses tools: ${lineOf(came)}`);
  const { asked, raw } = came;
  const calls = asked.finish.toolCalls ?? [];
  assertEquals(calls.map(({ name }) => name), raw.calls);
  if (calls.length === 0) return skip("its model called no tool");
  // Not whether they are JSON: a limit of tokens may cut them.
  assertEquals(calls.map((call) => call.arguments).join(""), raw.callArguments);
  detail(calls.map((call) => `${call.name}(${call.arguments})`).join(", "));
}

async function oneOfSeveralChoices(
  target: Target,
  { detail, habit, skip }: Findings,
): Promise<void> {
  // Some refuse two answers that would be the same.
  const came = await askRecorded(target, { n: 2, temperature: 1 }, "Name a river.");
  if (came instanceof ProviderError) return skip(`the server refuses n = 2: ${lineOf(came)}`);
  assert(came.asked.tokens.length > 0, "no answer");
  const others = came.text.split('"index":1').length - 1;
  if (others === 0) habit("sends one choice where two are asked for");
  detail(`${came.asked.tokens.length} texts of the first choice, ${others} chunks of the other`);
}

/** An answer with the bytes that it came from, or the server's refusal. */
async function askRecorded(
  target: Target,
  extra: Record<string, unknown>,
  prompt: string,
): Promise<{ asked: Asked; raw: ReturnType<typeof readRaw>; text: string } | ProviderError> {
  const recording: Recording = record();
  const config = { ...configOf(target, 48, extra), fetch: recording.fetch };
  try {
    const asked = await ask(target, config, { prompt, mayLeaveOut: extra["n"] !== undefined });
    const text = recording.text();
    return { asked, raw: readRaw(target.kind, text), text };
  } catch (error) {
    if (error instanceof ProviderError && error.code === "http") return error;
    throw error;
  }
}

async function modelsAreListed(target: Target, { detail, skip }: Findings): Promise<void> {
  const provider = providerOf(target);
  assert(provider.models !== undefined);
  try {
    const models = await provider.models(configOf(target, 1));
    const names = models.map(({ name }) => name);
    detail(names.slice(0, 5).join(", "));
    if (!names.includes(target.chatModel ?? "")) skip("the model that is asked is not in its list");
  } catch (error) {
    if (!(error instanceof ProviderError && error.code === "http")) throw error;
    skip(`it lists no models: ${lineOf(error)}`);
  }
}

/** What holds beyond one question. */
export const conversation: readonly Check[] = [
  { name: "models() lists the models", run: modelsAreListed },
  { name: "what was said before is sent", run: historyIsSent },
  { name: "tool calls are told", run: toolCallsAreTold },
  {
    name: "of two choices the first is read",
    skipped: ({ kind }) => kind === "ollama" ? "no option of Ollama" : undefined,
    run: oneOfSeveralChoices,
  },
];
