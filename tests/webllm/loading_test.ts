// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { ProviderError } from "@rivulet/llm";
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
import { appConfig, F16, F32, OTHER } from "../support/webllm_fake_engine.ts";

Deno.test("onInitProgress of webllm names the phases, with a number that never falls", async () => {
  using _gpu = new FakeGpu();
  const { provider } = fakeProvider();
  const seen = ask(provider);
  await seen.ended;
  assertEquals(
    seen.progress.map(([progress, text]) => [Math.round(progress * 1000) / 1000, text]),
    [
      [0, "Preparing"],
      [0, "Downloading: 0 MB, 0 %"],
      [0.4, "Downloading: 30 MB, 50 %"],
      [0.8, "Downloading: 60 MB, 100 %"],
      [0.875, "Loading into graphics memory: 50 %"],
      [0.95, "Loading into graphics memory: 100 %"],
      [0.975, "Warming up: 50 %"],
      [1, "Warming up: 100 %"],
      [1, "Ready"],
    ],
  );
  assertEquals(seen.events.slice(-3), ["Ready", "Hello", " world"]);
});

Deno.test("onInitProgress of webllm leaves the download out for a model that is here", async () => {
  using _gpu = new FakeGpu();
  const { fake, provider } = fakeProvider();
  fake.cached.add(F16);
  const seen = ask(provider);
  await seen.ended;
  assertEquals(
    seen.progress.map(([progress, text]) => [Math.round(progress * 1000) / 1000, text]),
    [
      [0, "Preparing"],
      [0, "Loading into graphics memory: 0 %"],
      [0.4, "Loading into graphics memory: 50 %"],
      [0.8, "Loading into graphics memory: 100 %"],
      [0.9, "Warming up: 50 %"],
      [1, "Warming up: 100 %"],
      [1, "Ready"],
    ],
  );
});

Deno.test("onInitProgress of webllm never falls for a caller who sees a cancelled load and then another", async () => {
  using _gpu = new FakeGpu();
  const { fake, provider } = fakeProvider();
  fake.hold("shard 2");
  const controller = new AbortController();
  const first = ask(provider, { model: F32 }, { signal: controller.signal });
  await fake.reached("shard 2");
  const between = ask(provider, { model: OTHER });
  const last = ask(provider, { model: F32 });
  await idle();
  controller.abort();
  fake.release("shard 2");
  await Promise.all([first.ended, between.ended, last.ended]);
  const numbers = last.progress.map(([progress]) => progress);
  assertEquals(last.progress.filter(([, text]) => text === "Preparing").length, 1);
  assertEquals(numbers, numbers.toSorted((a, b) => a - b));
  assertEquals([numbers[0], numbers.at(-1), fake.engines.length], [0.4, 1, 3]);
});

Deno.test("onInitProgress of webllm is called as the request's method", async () => {
  using _gpu = new FakeGpu();
  const { provider } = fakeProvider();
  const request = {
    prompt: "Q",
    calls: 0,
    onInitProgress() {
      this.calls++;
    },
  };
  const config = { baseUrl: "", model: F16, allowModelDownload: true };
  await Array.fromAsync(provider.tokens(config, request));
  assertStrictEquals(request.calls, 9);
});

for (const place of places) {
  Deno.test(`stream() of webllm on ${place} rejects with what onInitProgress throws, and the next call works`, async () => {
    using _gpu = new FakeGpu();
    const { fake, provider } = fakeProvider(place);
    for (const thrown of [new TypeError("Failed to fetch"), "a text", undefined]) {
      const onInitProgress = () => {
        throw thrown;
      };
      const outcome = await provider.stream(
        { baseUrl: "", model: F16, allowModelDownload: true },
        {
          prompt: "Q",
          contextSnippets: [],
          signal: new AbortController().signal,
          onToken: () => {},
          onInitProgress,
        },
      ).then(() => "resolved", (error) => error);
      assertStrictEquals(outcome, thrown);
    }
    const next = ask(provider);
    await next.ended;
    assertEquals(texts(next), ["Hello", " world"]);
    assert(fake.engines.length > 1);
  });

  Deno.test(`stream() of webllm on ${place} loads a model once for parallel callers, all with progress`, async () => {
    using _gpu = new FakeGpu();
    const { fake, provider } = fakeProvider(place);
    fake.hold("shard 2");
    const first = ask(provider);
    const second = ask(provider);
    await fake.reached("shard 2");
    const late = ask(provider);
    await idle();
    fake.release("shard 2");
    await Promise.all([first.ended, second.ended, late.ended]);
    assertEquals([fake.engines.length, fake.log.filter((point) => point === "config").length], [
      1,
      1,
    ]);
    for (const { progress } of [first, second]) assertStrictEquals(progress.length, 9);
    assertEquals(late.progress[0], [0.4, "Downloading: 30 MB, 50 %"]);
    assertEquals(late.progress.at(-1), [1, "Ready"]);
  });

  Deno.test(`stream() of webllm on ${place} goes on loading for another when the first caller aborts`, async () => {
    using _gpu = new FakeGpu();
    const { fake, provider } = fakeProvider(place);
    fake.hold("shard 2");
    const controller = new AbortController();
    const first = ask(provider, {}, { signal: controller.signal });
    const second = ask(provider);
    await fake.reached("shard 2");
    controller.abort();
    await first.ended;
    assertAborted(first);
    const seenBefore = first.progress.length;
    fake.release("shard 2");
    await second.ended;
    assertEquals(texts(second), ["Hello", " world"]);
    assertEquals([fake.engines.length, first.progress.length], [1, seenBefore]);
  });

  Deno.test(`stream() of webllm on ${place} fails once for all who wait for the same load`, async () => {
    using _gpu = new FakeGpu();
    const { fake, provider } = fakeProvider(place);
    fake.failures.set("shaders", new Error("out of luck"));
    const seen = [ask(provider), ask(provider), ask(provider, { model: F32 })];
    fake.failures.set("upload 1", new Error("never mind"));
    fake.failures.delete("upload 1");
    await Promise.all(seen.map(({ ended }) => ended));
    assertStrictEquals((seen[0]!.error as ProviderError).code, "engine");
    assertStrictEquals(seen[1]!.error, seen[0]!.error);
    assert(seen[2]!.error !== seen[0]!.error);
    assertStrictEquals(fake.engines.length, 2);
    fake.failures.clear();
    const next = ask(provider);
    await next.ended;
    assertEquals(texts(next), ["Hello", " world"]);
  });

  Deno.test(`stream() of webllm on ${place} replaces the model after the running answer`, async () => {
    using _gpu = new FakeGpu();
    const { fake, provider } = fakeProvider(place);
    fake.hold("decode");
    const first = ask(provider);
    await fake.reached("decode");
    const second = ask(provider, { model: OTHER });
    await idle();
    assertStrictEquals(fake.engines.length, 1);
    fake.release("decode");
    await Promise.all([first.ended, second.ended]);
    assertEquals(texts(first), ["Hello", " world"]);
    assertEquals(texts(second), ["Hello", " world"]);
    const [old, current] = fake.engines;
    assertEquals([fake.engines.length, current!.model], [2, OTHER]);
    assertStrictEquals(place === "a worker" ? old!.worker!.terminated : old!.unloads === 1, true);
  });

  Deno.test(`unload() of webllm on ${place} frees the model after the running answer`, async () => {
    using _gpu = new FakeGpu();
    const { fake, provider } = fakeProvider(place);
    await provider.unload();
    const seen = ask(provider);
    let unloaded = false;
    await idle();
    const unloading = provider.unload().then(() => unloaded = true);
    await seen.ended;
    await unloading;
    assert(unloaded);
    assertEquals(texts(seen), ["Hello", " world"]);
    const [engine] = fake.engines;
    assertStrictEquals(
      place === "a worker" ? engine!.worker!.terminated : engine!.unloads === 1,
      true,
    );
    const again = ask(provider);
    await again.ended;
    assertEquals([again.progress.at(-1), fake.engines.length], [[1, "Ready"], 2]);
  });
}

Deno.test("isModelCached() of webllm tells what is here and loads no model", async () => {
  const { fake, provider } = fakeProvider();
  assertStrictEquals(await provider.isModelCached(F16), false);
  fake.cached.add(F16);
  assertStrictEquals(await provider.isModelCached(F16), true);
  const error = await assertRejects(() => provider.isModelCached("none"), ProviderError);
  assertStrictEquals(error.code, "config");
  assertStrictEquals(fake.engines.length, 0);
});

Deno.test("isModelCached() of webllm says what to do where the page has no storage", async () => {
  const { fake, provider } = fakeProvider();
  const cause = new ReferenceError("caches is not defined");
  fake.failures.set("cache check", cause);
  const error = await assertRejects(() => provider.isModelCached(F16), ProviderError);
  assertEquals([error.code, error.cause], ["unsupported", cause]);
});

Deno.test("deleteModel() of webllm unloads the model after the running answer and deletes its files", async () => {
  using _gpu = new FakeGpu();
  const { fake } = fakeProvider();
  const { loadEngine } = fake;
  const config = { ...appConfig, cacheBackend: "indexeddb" } as const;
  const provider = createWebLLMProvider({ loadEngine, appConfig: config });
  const seen = ask(provider);
  await fake.reached("config");
  await Promise.all([provider.deleteModel(OTHER), provider.deleteModel(F16), seen.ended]);
  assertEquals(texts(seen), ["Hello", " world"]);
  assertEquals([fake.engines[0]!.unloads, fake.cached.has(F16)], [1, false]);
  const refused = ask(provider, { allowModelDownload: false });
  await refused.ended;
  assertStrictEquals((refused.error as ProviderError).code, "download-required");
});

Deno.test("deleteModel() of webllm refuses an unknown model and unloads nothing", async () => {
  using _gpu = new FakeGpu();
  const { fake, provider } = fakeProvider();
  await ask(provider).ended;
  const error = await assertRejects(() => provider.deleteModel("none"), ProviderError);
  assertEquals([error.code, fake.engines[0]!.unloads], ["config", 0]);
});
