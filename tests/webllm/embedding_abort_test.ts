// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { createWebLLMEmbeddingClient } from "@rivulet/llm/webllm";
import type { EngineConfig } from "../../providers/webllm/_engine.ts";
import { FakeGpu, idle, places } from "../support/webllm_ask.ts";
import { errorOf, fakeClient, marked, vectorsOf } from "../support/webllm_embed.ts";
import { EMBEDDING, FakeEngines } from "../support/webllm_fake_engine.ts";

const LOADING = ["config", "wasm", "tokenizer", "shard 1", "shard 2", "upload 1", "shaders"];
const POINTS = ["import", "cache check", ...LOADING, "embed"];

for (const place of places) {
  for (const point of POINTS) {
    Deno.test(`embedBatch() of webllm on ${place} aborts at once at ${point}, and the next call works`, async () => {
      using _gpu = new FakeGpu();
      const { fake, client, progress } = fakeClient(place);
      const controller = new AbortController();
      fake.hold(point);
      const call = errorOf(client.embedBatch(["a"], { signal: controller.signal }));
      await fake.reached(point);
      await idle();
      const before = [...progress];
      const cause = new Error("mine");
      // The point is held: what settles the call now is the abort alone.
      controller.abort(cause);
      const error = await call;
      assertEquals([error.name, error.cause], ["AbortError", cause]);
      assertEquals(progress, before);
      const next = client.embedBatch(["b"]);
      await idle();
      fake.release(point);
      assertEquals(await next, vectorsOf(["b"]));
      await idle();
      assertStrictEquals(fake.engines.length, LOADING.includes(point) ? 2 : 1);
    });

    Deno.test(`embedMany() of webllm on ${place} ends at once when it is left at ${point}`, async () => {
      using _gpu = new FakeGpu();
      const { fake, client } = fakeClient(place);
      fake.hold(point);
      const batches = client.embedMany(["a", "b"], { batchSize: 1 })[Symbol.asyncIterator]();
      const reading = batches.next();
      await fake.reached(point);
      await idle();
      assertEquals(await batches.return!(), { done: true, value: undefined });
      assertStrictEquals((await reading).done, true);
      fake.release(point);
      assertEquals(await client.embedBatch(["c"]), vectorsOf(["c"]));
      assert(!fake.inputs.flat().includes(marked("b")));
    });
  }

  Deno.test(`embedBatch() of webllm on ${place} lets the engine end what it cannot interrupt before the next call`, async () => {
    using _gpu = new FakeGpu();
    const { fake, client } = fakeClient(place);
    const controller = new AbortController();
    fake.hold("embed");
    const texts = Array.from({ length: 70 }, (_, index) => `${index}`);
    const call = errorOf(client.embedBatch(texts, { signal: controller.signal }));
    await fake.reached("embed");
    controller.abort();
    assertStrictEquals((await call).name, "AbortError");
    const next = client.embedBatch(["b"]);
    await idle();
    assertStrictEquals(fake.inputs.length, 1);
    fake.release("embed");
    assertEquals(await next, vectorsOf(["b"]));
    // What was not begun is never asked for, and the engine is as good as before.
    assertEquals(fake.inputs.map(({ length }) => length), [32, 1]);
    assertEquals([fake.engines.length, fake.engines[0]!.unloads], [1, 0]);
  });

  Deno.test(`embedBatch() of webllm on ${place} drops an engine that fails after the abort`, async () => {
    using _gpu = new FakeGpu();
    const { fake, client } = fakeClient(place);
    const controller = new AbortController();
    fake.hold("embed");
    const call = errorOf(client.embedBatch(["a"], { signal: controller.signal }));
    await fake.reached("embed");
    controller.abort();
    assertStrictEquals((await call).name, "AbortError");
    const next = client.embedBatch(["b"]);
    fake.failures.set("embed", new Error("Object has already been disposed"));
    fake.release("embed");
    fake.hold("embed");
    await fake.reached("embed");
    fake.failures.clear();
    fake.release("embed");
    assertEquals(await next, vectorsOf(["b"]));
    assertStrictEquals(fake.engines.length, 2);
  });

  Deno.test(`embedBatch() of webllm on ${place} does not touch the running call when a waiting one is aborted`, async () => {
    using _gpu = new FakeGpu();
    const { fake, client } = fakeClient(place);
    fake.hold("embed");
    const running = client.embedBatch(["a"]);
    await fake.reached("embed");
    const controller = new AbortController();
    const waiting = errorOf(client.embedBatch(["b"], { signal: controller.signal }));
    const last = client.embedBatch(["c"]);
    await idle();
    controller.abort();
    assertStrictEquals((await waiting).name, "AbortError");
    fake.release("embed");
    assertEquals([await running, await last], [vectorsOf(["a"]), vectorsOf(["c"])]);
    assertEquals(fake.inputs, [[marked("a")], [marked("c")]]);
    assertEquals([fake.engines.length, fake.engines[0]!.unloads], [1, 0]);
  });
}

Deno.test("embedBatch() of webllm aborts at once at the WebGPU check, and loads no engine", async () => {
  using gpu = new FakeGpu();
  gpu.request = () => new Promise(() => {});
  const { fake, client } = fakeClient();
  const controller = new AbortController();
  const call = errorOf(client.embedBatch(["a"], { signal: controller.signal }));
  await idle();
  controller.abort();
  assertEquals([(await call).name, fake.imports], ["AbortError", 0]);
});

Deno.test("embedBatch() of webllm rejects with the caller's own AbortError as it is", async () => {
  using _gpu = new FakeGpu();
  const { fake, client } = fakeClient();
  fake.hold("embed");
  const controller = new AbortController();
  const call = errorOf(client.embedBatch(["a"], { signal: controller.signal }));
  await fake.reached("embed");
  controller.abort();
  assertStrictEquals(await call, controller.signal.reason);
  fake.release("embed");
});

Deno.test("onInitProgress of the embedding client may abort, and is not called again", async () => {
  using _gpu = new FakeGpu();
  const controller = new AbortController();
  const heard: string[] = [];
  const { module } = new FakeEngines();
  const MLCEngine = function (config: EngineConfig) {
    const initProgressCallback: EngineConfig["initProgressCallback"] = (report) => {
      // Two at once: the second is on its way already when the first is heard.
      config.initProgressCallback(report);
      config.initProgressCallback(report);
    };
    return new module.MLCEngine({ ...config, initProgressCallback });
  };
  const client = createWebLLMEmbeddingClient({
    allowModelDownload: true,
    loadEngine: () => Promise.resolve({ ...module, MLCEngine }),
    onInitProgress(_, text) {
      heard.push(text);
      if (text.startsWith("Downloading")) controller.abort();
    },
  });
  const error = await errorOf(client.embedBatch(["a"], { signal: controller.signal }));
  await idle();
  assertEquals([error.name, heard], ["AbortError", ["Preparing", "Downloading: 0 MB, 0 %"]]);
});

Deno.test("embedMany() of webllm rejects at once when its signal is aborted between two batches", async () => {
  using _gpu = new FakeGpu();
  const { fake, client } = fakeClient();
  fake.cached.add(EMBEDDING);
  const controller = new AbortController();
  const options = { batchSize: 1, signal: controller.signal };
  const batches = client.embedMany(["a", "b", "c"], options)[Symbol.asyncIterator]();
  await batches.next();
  controller.abort();
  assertStrictEquals((await errorOf(batches.next())).name, "AbortError");
  assertEquals(await client.embedBatch(["d"]), vectorsOf(["d"]));
});
