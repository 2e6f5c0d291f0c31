// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertLess, assertStrictEquals } from "@std/assert";
import { createWebLLMProvider } from "@rivulet/llm/webllm";
import {
  ask,
  assertAborted,
  FakeGpu,
  fakeProvider,
  idle,
  places,
  texts,
} from "../support/webllm_ask.ts";
import { F16, FakeEngines } from "../support/webllm_fake_engine.ts";

const LOADING = ["config", "wasm", "tokenizer", "shard 1", "shard 2", "upload 1", "shaders"];
const POINTS = ["import", "cache check", ...LOADING, "create", "lock", "prefill", "decode"];

for (const place of places) {
  for (const point of POINTS) {
    Deno.test(`stream() of webllm on ${place} aborts at once at ${point}, and the next call works`, async () => {
      using _gpu = new FakeGpu();
      const { fake, provider } = fakeProvider(place);
      fake.hold(point);
      const controller = new AbortController();
      const seen = ask(provider, {}, { signal: controller.signal });
      await fake.reached(point);
      await idle();
      const before = [...seen.events];
      const start = performance.now();
      controller.abort();
      await seen.ended;
      assertLess(performance.now() - start, 50);
      assertAborted(seen);
      const next = ask(provider);
      await idle();
      fake.release(point);
      await next.ended;
      await idle();
      assertStrictEquals(next.error, undefined);
      assertEquals(texts(next), ["Hello", " world"]);
      assertEquals(seen.events, before);
      const reused = fake.engines.length === 1;
      assertStrictEquals(reused, !LOADING.includes(point));
    });

    Deno.test(`tokens() of webllm on ${place} ends at once when it is left at ${point}`, async () => {
      using _gpu = new FakeGpu();
      const { fake, provider } = fakeProvider(place);
      fake.hold(point);
      const config = { baseUrl: "", model: F16, allowModelDownload: true };
      const tokens = provider.tokens(config, { prompt: "Q" })[Symbol.asyncIterator]();
      const reading = (async () => {
        while (!(await tokens.next()).done);
      })();
      await fake.reached(point);
      const start = performance.now();
      await tokens.return!();
      await reading;
      assertLess(performance.now() - start, 50);
      fake.release(point);
      const next = ask(provider);
      await next.ended;
      assertEquals(texts(next), ["Hello", " world"]);
    });
  }
}

Deno.test("stream() of webllm aborts at once at the WebGPU check, and loads no engine", async () => {
  using gpu = new FakeGpu();
  const { request } = gpu;
  gpu.request = () => new Promise(() => {});
  const fake = new FakeEngines();
  const { loadEngine } = fake;
  const controller = new AbortController();
  const provider = createWebLLMProvider({ loadEngine });
  const seen = ask(provider, {}, { signal: controller.signal });
  await idle();
  controller.abort();
  await seen.ended;
  assertAborted(seen);
  assertStrictEquals(fake.imports, 0);
  gpu.request = request;
  const next = ask(createWebLLMProvider({ loadEngine }));
  await next.ended;
  assertEquals(texts(next), ["Hello", " world"]);
});

Deno.test("stream() of webllm cancels a load before its first report by throwing from the report, never by unload()", async () => {
  using _gpu = new FakeGpu();
  for (const point of ["config", "wasm", "tokenizer"]) {
    const { fake, provider } = fakeProvider();
    const controller = new AbortController();
    fake.hold(point);
    const seen = ask(provider, {}, { signal: controller.signal });
    await fake.reached(point);
    controller.abort();
    await seen.ended;
    await idle();
    assertStrictEquals(fake.engines[0]!.unloadsWhileLoading, 0);
    fake.release(point);
    await idle();
    assert(!fake.log.includes("shard 1"), "the weights were fetched");
    assertStrictEquals(fake.engines[0]!.unloadsWhileLoading, 0);
  }
});

Deno.test("stream() of webllm does not wait for a cancelled load that hangs before its first report", async () => {
  using _gpu = new FakeGpu();
  const { fake, provider } = fakeProvider();
  const controller = new AbortController();
  fake.hold("config");
  const seen = ask(provider, {}, { signal: controller.signal });
  await fake.reached("config");
  controller.abort();
  await seen.ended;
  fake.hold("tokenizer");
  fake.release("config");
  await idle();
  const next = ask(provider);
  await idle();
  assertStrictEquals(fake.engines.length, 2);
  fake.release("tokenizer");
  await next.ended;
  assertEquals(texts(next), ["Hello", " world"]);
});

Deno.test("stream() of webllm cancels a download with one unload(), which stops it", async () => {
  using _gpu = new FakeGpu();
  const { fake, provider } = fakeProvider();
  const controller = new AbortController();
  fake.hold("shard 1");
  const seen = ask(provider, {}, { signal: controller.signal });
  await fake.reached("shard 1");
  controller.abort();
  await seen.ended;
  await idle();
  const [engine] = fake.engines;
  assertStrictEquals(engine!.unloadsWhileLoading, 1);
  assert(!fake.log.includes("shard 2"));
});

Deno.test("stream() of webllm lets an engine finish that is uploading or compiling, then unloads it", async () => {
  using _gpu = new FakeGpu();
  for (const point of ["upload 2", "shaders 2"]) {
    const { fake, provider } = fakeProvider();
    const controller = new AbortController();
    fake.hold(point);
    const seen = ask(provider, {}, { signal: controller.signal });
    await fake.reached(point);
    controller.abort();
    await seen.ended;
    const next = ask(provider);
    await idle();
    const [engine] = fake.engines;
    assertEquals([engine!.unloads, fake.engines.length], [0, 1]);
    fake.release(point);
    await next.ended;
    assertEquals([engine!.unloads, engine!.unloadsWhileLoading, engine!.model], [1, 0, undefined]);
    assertEquals(texts(next), ["Hello", " world"]);
    // What the cancelled load says is for nobody.
    assertEquals(next.progress[0], [0, "Preparing"]);
  }
});

Deno.test("stream() of webllm unloads an engine that a lost cancel has let load everything", async () => {
  using _gpu = new FakeGpu();
  const { fake, provider } = fakeProvider();
  const controller = new AbortController();
  // All is here, so nothing that could be aborted follows the first report.
  fake.cached.add(F16);
  fake.hold("upload 1");
  const seen = ask(provider, {}, { signal: controller.signal });
  await fake.reached("upload 1");
  controller.abort();
  await seen.ended;
  fake.release("upload 1");
  const next = ask(provider);
  await next.ended;
  const [engine] = fake.engines;
  assertEquals([engine!.model, fake.engines.length], [undefined, 2]);
  assertEquals(texts(next), ["Hello", " world"]);
});

Deno.test("stream() of webllm terminates the worker of a load, and starts another the next time", async () => {
  using _gpu = new FakeGpu();
  const { fake, provider } = fakeProvider("a worker");
  const controller = new AbortController();
  fake.hold("shard 1");
  const seen = ask(provider, {}, { signal: controller.signal });
  await fake.reached("shard 1");
  controller.abort();
  await seen.ended;
  assertEquals(fake.workers.map(({ terminated }) => terminated), [true]);
  fake.release("shard 1");
  await ask(provider).ended;
  assertEquals(fake.workers.map(({ terminated }) => terminated), [true, false]);
});

Deno.test("stream() of webllm keeps the engine when an answer is aborted", async () => {
  using _gpu = new FakeGpu();
  for (const place of places) {
    const { fake, provider } = fakeProvider(place);
    const controller = new AbortController();
    const seen = ask(provider, {}, {
      signal: controller.signal,
      onToken: () => controller.abort(),
    });
    await seen.ended;
    assertAborted(seen);
    await ask(provider).ended;
    assertEquals([fake.engines.length, fake.engines[0]!.unloads], [1, 0]);
  }
});
