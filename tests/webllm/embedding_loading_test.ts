// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { type EmbeddingError, formatProviderError } from "@rivulet/llm";
import { FakeGpu, idle, places } from "../support/webllm_ask.ts";
import { errorOf, fakeClient, vectorsOf } from "../support/webllm_embed.ts";
import { appConfig, EMBEDDING } from "../support/webllm_fake_engine.ts";

const LOAD = [
  [0, "Preparing"],
  [0, "Downloading: 0 MB, 0 %"],
  [0.4, "Downloading: 30 MB, 50 %"],
  [0.8, "Downloading: 60 MB, 100 %"],
  [0.875, "Loading into graphics memory: 50 %"],
  [0.95, "Loading into graphics memory: 100 %"],
  [0.975, "Warming up: 50 %"],
  [1, "Warming up: 100 %"],
  [1, "Ready"],
];

function rounded(progress: [number, string][]): [number, string][] {
  return progress.map(([number, text]) => [Math.round(number * 1000) / 1000, text]);
}

for (const place of places) {
  Deno.test(`onInitProgress of the embedding client on ${place} hears each load once, whoever waits for it`, async () => {
    using _gpu = new FakeGpu();
    const { fake, client, progress } = fakeClient(place);
    const texts = ["a", "b", "c"];
    await Promise.all(texts.map((text) => client.embedBatch([text])));
    assertEquals(rounded(progress), LOAD);
    await client.embedBatch(["d"]);
    assertStrictEquals(progress.length, LOAD.length);
    assertStrictEquals(fake.engines.length, 1);
  });

  Deno.test(`onInitProgress of the embedding client on ${place} goes on when another call takes over the load`, async () => {
    using _gpu = new FakeGpu();
    const { fake, client, progress } = fakeClient(place);
    const controller = new AbortController();
    fake.hold("shard 2");
    const first = errorOf(client.embedBatch(["a"], { signal: controller.signal }));
    const second = client.embedBatch(["b"]);
    await fake.reached("shard 2");
    await idle();
    controller.abort();
    assertStrictEquals((await first).name, "AbortError");
    fake.release("shard 2");
    assertEquals(await second, vectorsOf(["b"]));
    assertEquals(rounded(progress), LOAD);
    assertStrictEquals(fake.engines.length, 1);
  });

  Deno.test(`embedBatch() of webllm on ${place} rejects with what onInitProgress throws, and the next call works`, async () => {
    using _gpu = new FakeGpu();
    const thrown = new TypeError("Failed to fetch");
    let failing = true;
    const onInitProgress = () => {
      if (failing) throw thrown;
    };
    const { fake, client } = fakeClient(place, { onInitProgress });
    const error = await errorOf(client.embedBatch(["a"]));
    assertStrictEquals(error, thrown);
    assertStrictEquals(formatProviderError(error, "local"), "Failed to fetch");
    failing = false;
    assertEquals(await client.embedBatch(["a"]), vectorsOf(["a"]));
    assertStrictEquals(fake.engines.length, 2);
  });

  Deno.test(`embedBatch() of webllm on ${place} fails once for all who wait for the same load`, async () => {
    using _gpu = new FakeGpu();
    const { fake, client } = fakeClient(place);
    fake.failures.set("shaders", new Error("out of luck"));
    const calls = ["a", "b", "c"].map((text) => errorOf(client.embedBatch([text])));
    const errors = await Promise.all(calls) as EmbeddingError[];
    assertStrictEquals(errors[0]!.code, "engine");
    assertEquals(errors.map(({ cause }) => cause === errors[0]!.cause), [true, true, true]);
    assertStrictEquals(fake.engines.length, 1);
    fake.failures.clear();
    assertEquals(await client.embedBatch(["a"]), vectorsOf(["a"]));
  });

  Deno.test(`unload() of the embedding client on ${place} frees the model after the running call`, async () => {
    using _gpu = new FakeGpu();
    const { fake, client, progress } = fakeClient(place);
    await client.unload();
    const call = client.embedBatch(["a"]);
    await idle();
    const unloading = client.unload();
    const next = client.embedBatch(["b"]);
    assertEquals(await call, vectorsOf(["a"]));
    await unloading;
    const [engine] = fake.engines;
    assert(place === "a worker" ? engine!.worker!.terminated : engine!.unloads === 1);
    assertEquals(await next, vectorsOf(["b"]));
    assertStrictEquals(fake.engines.length, 2);
    // Nothing is downloaded again, and the second load is told from its beginning.
    assertEquals(rounded(progress.slice(0, LOAD.length)), LOAD);
    assertEquals(progress.slice(LOAD.length, LOAD.length + 2), [
      [0, "Preparing"],
      [0, "Loading into graphics memory: 0 %"],
    ]);
    assertEquals(progress.at(-1), [1, "Ready"]);
  });
}

for (const point of ["config", "embed"]) {
  Deno.test(`embedBatch() of webllm rejects when the worker breaks at ${point}, and starts another`, async () => {
    using _gpu = new FakeGpu();
    const { fake, client } = fakeClient("a worker");
    fake.hold(point);
    const call = errorOf(client.embedBatch(["a"]));
    await fake.reached(point);
    await idle();
    fake.workers[0]!.break("404");
    const error = await call as EmbeddingError;
    assertEquals([error.code, error.message], [
      "engine",
      "Check the worker option and the file it names, the worker does not run",
    ]);
    fake.release(point);
    assertEquals(await client.embedBatch(["a"]), vectorsOf(["a"]));
    assertEquals(fake.workers.map(({ terminated }) => terminated), [true, false]);
  });
}

Deno.test("isModelCached() of the embedding client tells what is here and loads no model", async () => {
  const { fake, client } = fakeClient();
  assertStrictEquals(await client.isModelCached(), false);
  fake.cached.add(EMBEDDING);
  assertStrictEquals(await client.isModelCached(), true);
  assertStrictEquals(fake.engines.length, 0);
  const unknown = fakeClient("the main thread", { model: "none" }).client;
  assertStrictEquals((await errorOf(unknown.isModelCached()) as EmbeddingError).code, "config");
});

Deno.test("deleteModel() of the embedding client unloads the model after the running call and deletes its files", async () => {
  using _gpu = new FakeGpu();
  const { fake, client } = fakeClient("the main thread", {
    appConfig: { ...appConfig, cacheBackend: "indexeddb" },
  });
  const call = client.embedBatch(["a"]);
  await fake.reached("config");
  await client.deleteModel();
  assertEquals(await call, vectorsOf(["a"]));
  assertEquals([fake.engines[0]!.unloads, fake.cached.has(EMBEDDING)], [1, false]);
  const unknown = fakeClient("the main thread", { model: "none" }).client;
  assertStrictEquals((await errorOf(unknown.deleteModel()) as EmbeddingError).code, "config");
});
