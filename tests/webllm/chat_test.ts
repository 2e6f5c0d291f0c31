// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import type { WebLLMProvider } from "@rivulet/llm/webllm";
import { errorOf, places } from "./support/call.ts";
import { ask, fakeProvider, type Question } from "./support/chat.ts";
import { chat } from "./support/halves.ts";
import { F16 } from "./support/models.ts";
import { test } from "./support/test.ts";

/** A question that is aborted by its first token. */
async function abortAtOnce(provider: WebLLMProvider): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<Error>();
  const question: Question = ask(provider, {}, { onToken: () => resolve(question.abort()) });
  await promise;
}

for (const place of places) {
  test(`stream() of webllm on ${place} hands on tokens, finish reason and usage`, async () => {
    const { fake, provider } = fakeProvider(place);
    fake.finishReason = "length";
    const question = ask(provider);
    assertEquals(await question.outcome, ["Hello", " world"]);
    assertEquals(question.finish, {
      endedBy: "marker",
      tokenCount: 2,
      finishReason: "length",
      usage: { promptTokens: 5, completionTokens: 2 },
    });
  });

  test(`tokens() of webllm on ${place} frees the engine when the loop is left`, async () => {
    const { fake, provider } = fakeProvider(place);
    const config = { baseUrl: "", model: F16, allowModelDownload: true };
    for await (const _ of provider.tokens(config, { prompt: "Q" })) break;
    const next = ask(provider);
    await next.outcome;
    assertEquals([next.heard, fake.engines.length], [["Hello", " world"], 1]);
  });

  test(`stream() of webllm on ${place} keeps the engine when onToken aborts or throws`, async () => {
    const { fake, provider } = fakeProvider(place);
    await abortAtOnce(provider);
    const thrown = new Error("mine");
    const onToken = () => {
      throw thrown;
    };
    assertStrictEquals(await errorOf(ask(provider, {}, { onToken }).outcome), thrown);
    const next = ask(provider);
    await next.outcome;
    assertEquals(next.heard, ["Hello", " world"]);
    assertEquals([fake.engines.length, fake.engines[0]!.freed], [1, false]);
  });
}

test("stream() of webllm asks the engine for usage and passes extraBody on, without its own fields", async () => {
  const { fake, provider } = fakeProvider();
  const extraBody = { temperature: 0, model: "x", stream: false, messages: [] };
  const request = { prompt: "Q", systemPrompt: "S", contextSnippets: ["c"] };
  await ask(provider, { extraBody }, request).outcome;
  assertEquals(fake.requests as unknown[], [{
    "stream_options": { "include_usage": true },
    temperature: 0,
    model: F16,
    stream: true,
    messages: [
      { role: "system", content: "S" },
      { role: "user", content: "Q\n\nContext 1:\nc" },
    ],
  }]);
});

test("stream() of webllm says what to do when extraBody cannot reach the worker", async () => {
  const { provider } = fakeProvider("a worker");
  const { outcome } = ask(provider, { extraBody: { f: () => {} } });
  const error = await errorOf(outcome, chat.Error);
  assertEquals([error.code, error.message], [
    "config",
    "Set only fields in extraBody that a worker can receive",
  ]);
});

test("stream() of webllm hands the thinking block to onReasoning", async () => {
  const { fake, provider } = fakeProvider();
  fake.answer = ["<th", "ink>\n", "Hm,", " so", ".\n</thi", "nk>\n\nYes", " no"];
  assertEquals(await ask(provider).outcome, ["(Hm,)", "( so)", "(.)", "Yes", " no"]);
  fake.answer = ["<th"];
  assertEquals(await ask(provider).outcome, ["<th"]);
});

test("stream() of webllm is free again although an engine keeps its lock when it is left early", async () => {
  const { fake, provider } = fakeProvider();
  fake.keepsLock = true;
  fake.answer = ["a", "b", "c", "d"];
  await abortAtOnce(provider);
  assertEquals(await ask(provider).outcome, ["a", "b", "c", "d"]);
  assertStrictEquals(fake.engines.length, 1);
});

const interrupts: [what: string, point: string, answer: string[], steps: number][] = [
  ["repeats an interrupt that the engine loses before its first step", "lock", ["a", "b", "c"], 0],
  ["interrupts a step that would go on without a token", "decode", ["a", "", "", "", "b"], 1],
];

for (const [what, point, answer, steps] of interrupts) {
  test(`stream() of webllm ${what}`, async () => {
    const { fake, provider } = fakeProvider();
    fake.answer = answer;
    const held = await fake.heldAt(point, () => ask(provider));
    await held.abort();
    fake.release(point);
    await fake.reached("end");
    assertStrictEquals(fake.log.filter((name) => name === "decode").length, steps);
  });
}

test("stream() of webllm ends as cut off when the engine gives no finish reason", async () => {
  const { fake, provider } = fakeProvider();
  fake.finishReason = "";
  const question = ask(provider);
  await question.outcome;
  assertStrictEquals(question.finish?.endedBy, "eof");
});

test("stream() of webllm rejects with the words of a chunk that says it failed, after its tokens", async () => {
  const { fake, provider } = fakeProvider();
  fake.insert = { error: { message: "out of memory" } };
  const question = ask(provider);
  const error = await errorOf(question.outcome, chat.Error);
  assertEquals([error.code, error.message], ["stream", "Provider stream failed: out of memory"]);
  assertEquals(question.heard.filter((entry) => typeof entry === "string"), ["Hello", " world"]);
});
