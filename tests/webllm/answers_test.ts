// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import type { ProviderError } from "@rivulet/llm";
import {
  ask,
  assertAborted,
  FakeGpu,
  fakeProvider,
  idle,
  places,
  texts,
} from "../support/webllm_ask.ts";
import { F16, F32 } from "../support/webllm_fake_engine.ts";

for (const place of places) {
  Deno.test(`stream() of webllm on ${place} hands on tokens, finish reason and usage`, async () => {
    using _gpu = new FakeGpu();
    const { fake, provider } = fakeProvider(place);
    fake.finishReason = "length";
    const seen = ask(provider);
    await seen.ended;
    assertStrictEquals(seen.error, undefined);
    assertEquals(texts(seen), ["Hello", " world"]);
    assertEquals(seen.finish, {
      endedBy: "marker",
      tokenCount: 2,
      finishReason: "length",
      usage: { promptTokens: 5, completionTokens: 2 },
    });
  });

  Deno.test(`stream() of webllm on ${place} reuses the loaded model`, async () => {
    using _gpu = new FakeGpu();
    const { fake, provider } = fakeProvider(place);
    await ask(provider).ended;
    const again = ask(provider);
    await again.ended;
    assertEquals(again.events, ["Hello", " world"]);
    assertEquals([fake.engines.length, fake.imports], [1, 1]);
  });

  Deno.test(`stream() of webllm on ${place} answers one question after the other`, async () => {
    using _gpu = new FakeGpu();
    const { fake, provider } = fakeProvider(place);
    fake.hold("decode");
    const order: string[] = [];
    const seen = ["a", "b", "c"].map((name) =>
      ask(provider, {}, { onToken: (token) => order.push(name + token) })
    );
    await fake.reached("decode");
    await idle();
    assertEquals(order, ["aHello"]);
    fake.release("decode");
    await Promise.all(seen.map(({ ended }) => ended));
    assertEquals(order, ["aHello", "a world", "bHello", "b world", "cHello", "c world"]);
  });

  Deno.test(`tokens() of webllm on ${place} frees the engine when the loop is left`, async () => {
    using _gpu = new FakeGpu();
    const { fake, provider } = fakeProvider(place);
    const config = { baseUrl: "", model: F16, allowModelDownload: true };
    for await (const _ of provider.tokens(config, { prompt: "Q" })) break;
    const next = ask(provider);
    await next.ended;
    assertEquals([next.events, fake.engines.length], [["Hello", " world"], 1]);
  });

  Deno.test(`stream() of webllm on ${place} rejects with what onToken throws, and the next call works`, async () => {
    using _gpu = new FakeGpu();
    const { provider } = fakeProvider(place);
    const thrown = new Error("mine");
    const seen = ask(provider, {}, {
      onToken: () => {
        throw thrown;
      },
    });
    await seen.ended;
    assertStrictEquals(seen.error, thrown);
    const next = ask(provider);
    await next.ended;
    assertEquals(next.events, ["Hello", " world"]);
  });

  for (const point of ["create", "prefill", "decode"]) {
    Deno.test(`stream() of webllm on ${place} takes a fresh engine after an error at ${point}`, async () => {
      using _gpu = new FakeGpu();
      const { fake, provider } = fakeProvider(place);
      const thrown = new Error("Object has already been disposed");
      fake.failures.set(point, thrown);
      const seen = ask(provider);
      const waiting = ask(provider, {}, { signal: AbortSignal.abort() });
      await seen.ended;
      const error = seen.error as ProviderError;
      assertStrictEquals(error.code, "engine");
      assertEquals(error.cause, place === "a worker" ? String(thrown) : thrown);
      assertStrictEquals(seen.finish, undefined);
      fake.failures.clear();
      const next = ask(provider);
      await Promise.all([next.ended, waiting.ended]);
      assertAborted(waiting);
      assertEquals(texts(next), ["Hello", " world"]);
      assertStrictEquals(fake.engines.length, 2);
      assertStrictEquals(
        place === "a worker" ? fake.workers[0]!.terminated : fake.engines[0]!.unloads > 0,
        true,
      );
    });
  }
}

Deno.test("stream() of webllm asks the engine for usage and passes extraBody on, without its own fields", async () => {
  using _gpu = new FakeGpu();
  const { fake, provider } = fakeProvider();
  const extraBody = { temperature: 0, model: "x", stream: false, messages: [] };
  await ask(provider, { extraBody }, { prompt: "Q", systemPrompt: "S", contextSnippets: ["c"] })
    .ended;
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

Deno.test("stream() of webllm hands the thinking block to onReasoning", async () => {
  using _gpu = new FakeGpu();
  const { fake, provider } = fakeProvider();
  fake.answer = ["<th", "ink>\n", "Hm,", " so", ".\n</thi", "nk>\n\nYes", " no"];
  const seen = ask(provider);
  await seen.ended;
  assertEquals(texts(seen), ["(Hm,)", "( so)", "(.)", "Yes", " no"]);
});

Deno.test("stream() of webllm waits for the drain before the next question", async () => {
  using _gpu = new FakeGpu();
  const { fake, provider } = fakeProvider();
  await ask(provider).ended;
  const controller = new AbortController();
  fake.hold("prefill");
  const seen = ask(provider, {}, { signal: controller.signal });
  await fake.reached("prefill");
  controller.abort();
  await seen.ended;
  assertAborted(seen);
  const next = ask(provider);
  await idle();
  assertStrictEquals(fake.requests.length, 2);
  fake.release("prefill");
  await next.ended;
  assertEquals([next.events, fake.engines.length], [["Hello", " world"], 1]);
});

Deno.test("stream() of webllm is free again although an engine keeps its lock when it is left early", async () => {
  using _gpu = new FakeGpu();
  const { fake, provider } = fakeProvider();
  fake.keepsLock = true;
  fake.answer = ["a", "b", "c", "d"];
  const controller = new AbortController();
  const seen = ask(provider, {}, { signal: controller.signal, onToken: () => controller.abort() });
  await seen.ended;
  assertAborted(seen);
  const next = ask(provider);
  await next.ended;
  assertEquals([next.events, fake.engines.length], [["a", "b", "c", "d"], 1]);
});

Deno.test("stream() of webllm repeats an interrupt that the engine loses before its first step", async () => {
  using _gpu = new FakeGpu();
  const { fake, provider } = fakeProvider();
  fake.answer = Array.from({ length: 50 }, (_, index) => `${index} `);
  fake.hold("lock");
  const controller = new AbortController();
  const seen = ask(provider, {}, { signal: controller.signal });
  await fake.reached("lock");
  controller.abort();
  await seen.ended;
  fake.release("lock");
  await fake.reached("end");
  assertEquals(fake.log.filter((point) => point === "decode").length, 0);
});

Deno.test("stream() of webllm interrupts a step that would go on without a token", async () => {
  using _gpu = new FakeGpu();
  const { fake, provider } = fakeProvider();
  fake.answer = ["a", "", "", "", "b"];
  fake.hold("decode");
  const controller = new AbortController();
  const seen = ask(provider, {}, { signal: controller.signal });
  await fake.reached("decode");
  controller.abort();
  await seen.ended;
  fake.release("decode");
  await fake.reached("end");
  assertStrictEquals(fake.log.filter((point) => point === "decode").length, 1);
});

Deno.test("stream() of webllm does not interrupt the answer of another when a waiting question is aborted", async () => {
  using _gpu = new FakeGpu();
  const { fake, provider } = fakeProvider();
  fake.hold("decode");
  const running = ask(provider);
  await fake.reached("decode");
  const controller = new AbortController();
  const waiting = ask(provider, {}, { signal: controller.signal });
  const other = ask(provider, { model: F32 }, { signal: controller.signal });
  await idle();
  controller.abort();
  await Promise.all([waiting.ended, other.ended]);
  assertAborted(waiting);
  assertAborted(other);
  fake.release("decode");
  await running.ended;
  assertEquals(texts(running), ["Hello", " world"]);
  assertEquals([fake.engines.length, fake.engines[0]!.interrupts, fake.engines[0]!.unloads], [
    1,
    0,
    0,
  ]);
});

Deno.test("stream() of webllm ends as cut off when the engine gives no finish reason", async () => {
  using _gpu = new FakeGpu();
  const { fake, provider } = fakeProvider();
  fake.finishReason = "";
  const seen = ask(provider);
  await seen.ended;
  assertStrictEquals(seen.finish?.endedBy, "eof");
});
