// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { errorOf } from "./support/call.ts";
import { ask as askProvider, type Question } from "./support/chat.ts";
import { chat } from "./support/halves.ts";
import { F32 } from "./support/models.ts";
import { ScriptedPackage } from "./support/scripted_package.ts";
import { test } from "./support/test.ts";

const THIRTY = Array.from({ length: 30 }, (_, index) => `${index} `);

/** Asks the model that needs no shader-f16. */
function ask(...[provider, config, request]: Parameters<typeof askProvider>): Question {
  return askProvider(provider, { model: F32, ...config }, request);
}

test("the real package streams tokens, finish reason and usage", async () => {
  const question = ask(new ScriptedPackage().provider());
  assertEquals(await question.outcome, ["Hello", " world"]);
  assertEquals(question.finish, {
    endedBy: "marker",
    tokenCount: 2,
    finishReason: "stop",
    usage: { promptTokens: 5, completionTokens: 2 },
  });
});

test("the real package hands on the thinking block", async () => {
  const scripted = new ScriptedPackage(["<th", "ink>\n", "Hm", "\n</think>", "\n\n", "Yes"]);
  assertEquals(await ask(scripted.provider()).outcome, ["(Hm)", "Yes"]);
});

for (const [point, tokens] of [["prefill", []], ["decode", ["Hello"]]] as const) {
  test(`the real package is free again after an abort at ${point}`, async () => {
    const scripted = new ScriptedPackage();
    const provider = scripted.provider();
    scripted.hold(point);
    const question = ask(provider);
    await scripted.reached(point);
    await question.abort();
    const next = ask(provider);
    scripted.release(point);
    assertEquals(await next.outcome, ["Hello", " world"]);
    assertEquals(question.heard.filter((entry) => typeof entry === "string"), [...tokens]);
    assertStrictEquals(scripted.engines.length, 1);
  });
}

test("the real package is free again after the loop over tokens() is left", async () => {
  const scripted = new ScriptedPackage(THIRTY);
  const provider = scripted.provider();
  for await (const _ of provider.tokens({ baseUrl: "", model: F32 }, { prompt: "Q" })) break;
  assertEquals(await ask(provider).outcome, THIRTY);
  assertStrictEquals(scripted.engines.length, 1);
});

test("the real package stops at the first step after an interrupt", async () => {
  const scripted = new ScriptedPackage(THIRTY);
  const provider = scripted.provider();
  const question: Question = ask(provider, {}, { onToken: () => void question.abort() });
  await errorOf(question.outcome);
  await provider.unload();
  assertEquals(scripted.log, ["prefill"]);
});

test("the real package answers parallel questions one after the other", async () => {
  const provider = new ScriptedPackage().provider();
  const order: string[] = [];
  const questions = ["a", "b"].map((name) =>
    ask(provider, {}, { onToken: (token) => void order.push(name + token) })
  );
  await Promise.all(questions.map(({ outcome }) => outcome));
  assertEquals(order, ["aHello", "a world", "bHello", "b world"]);
});

test("the real package refuses a question that is too long, and keeps the model loaded", async () => {
  const scripted = new ScriptedPackage();
  const provider = scripted.provider();
  const error = await errorOf(ask(provider, {}, { prompt: "too long" }).outcome, chat.Error);
  assertEquals([error.code, error.message], [
    "engine",
    `Shorten the question or pass fewer snippets, they exceed the context window of "${F32}"`,
  ]);
  assertEquals(await ask(provider).outcome, ["Hello", " world"]);
  assertStrictEquals(scripted.engines.length, 1);
});

const refused: [extraBody: Record<string, unknown>, reason: string][] = [
  [{ temperature: -1 }, "Make sure temperature >= 0."],
  [{ "max_tokens": 0 }, "Make sure `max_tokens` > 0."],
  [{ "top_p": 2 }, "Make sure 0 < top_p <= 1."],
  [{ n: 2 }, "When streaming, `n` cannot be > 1."],
  [{ seed: 0.5 }, "`seed` should be an integer, but got 0.5"],
  [{ "logit_bias": { x: 1 } }, "Make sure logit_bias's keys to be number represented in string."],
  [{ "top_logprobs": 1 }, "top_logprobs requires logprobs to be true."],
  [
    { "response_format": { type: "text", schema: "{}" } },
    "JSON schema is only supported with `json_object` response format.",
  ],
  [{ "response_format": { type: "grammar" } }, "When ResponseFormat.type is `grammar`"],
  [{ tools: [] }, `${F32} is not supported for ChatCompletionRequest.tools.`],
];

for (const [extraBody, reason] of refused) {
  test(`the real package refuses ${JSON.stringify(extraBody)}, and keeps the model loaded`, async () => {
    const scripted = new ScriptedPackage();
    const provider = scripted.provider();
    const error = await errorOf(ask(provider, { extraBody }).outcome, chat.Error);
    assertStrictEquals(error.code, "config");
    assert(error.reason?.startsWith(reason), error.reason);
    assert(error.message.startsWith("Change extraBody, the engine refuses it: "), error.message);
    assertEquals(await ask(provider).outcome, ["Hello", " world"]);
    assertStrictEquals(scripted.engines.length, 1);
  });
}
