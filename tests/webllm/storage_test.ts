// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { errorOf, idle, places } from "./support/call.ts";
import { ask, fakeProvider } from "./support/chat.ts";
import { FakeGpu } from "./support/gpu.ts";
import { chat, halves } from "./support/halves.ts";
import { F16, F32, inDatabase, OTHER, recordOf } from "./support/models.ts";
import { test } from "./support/test.ts";

for (const half of halves) {
  test(`isModelCached() of ${half.owner} tells what is here and loads no model`, async () => {
    using _gpu = new FakeGpu("missing");
    const { fake, isModelCached } = half.create();
    assertStrictEquals(await isModelCached(), false);
    fake.cached.add(half.model);
    assertStrictEquals(await isModelCached(), true);
    assertStrictEquals(fake.engines.length, 0);
  });

  test(`isModelCached() of ${half.owner} says what to do where the page has no storage`, async () => {
    const { fake, isModelCached } = half.create();
    const cause = new ReferenceError("caches is not defined");
    fake.failures.set("cache check", cause);
    const error = await errorOf(isModelCached(), half.Error);
    assertEquals([error.code, error.cause], ["unsupported", cause]);
  });

  for (const method of ["isModelCached", "deleteModel"] as const) {
    test(`${method}() of ${half.owner} refuses an unknown model`, async () => {
      const error = await errorOf(
        half.create("the main thread", { model: "none" })[method](),
        half.Error,
      );
      assertStrictEquals(error.code, "config");
    });
  }

  test(`deleteModel() of ${half.owner} unloads the model after the running call and deletes its files`, async () => {
    const { fake, call, deleteModel } = half.create("the main thread", { appConfig: inDatabase });
    const { outcome } = call();
    await fake.reached("config");
    await deleteModel();
    assertEquals(await outcome, half.result);
    assertEquals([fake.engines[0]!.unloads, fake.cached.has(half.model)], [1, false]);
  });
}

test("deleteModel() of webllm leaves another model loaded", async () => {
  const { fake, provider } = fakeProvider("the main thread", { appConfig: inDatabase });
  const { outcome } = await fake.heldAt("prefill", () => ask(provider));
  // An unknown model is refused at once, and waits for no answer.
  const error = await errorOf(provider.deleteModel("none"), chat.Error);
  fake.release("prefill");
  await provider.deleteModel(OTHER);
  await outcome;
  assertEquals([error.code, fake.engines[0]!.unloads], ["config", 0]);
});

for (const place of places) {
  for (const [isKept, deleted] of [[true, []], [false, [`program of ${F16}`]]] as const) {
    test(`deleteModel() of webllm on ${place} ${isKept ? "keeps" : "deletes"} a program in a database that another model needs, which is ${isKept ? "" : "not "}here`, async () => {
      const program = { "model_lib": "https://models.test/shared.wasm" };
      const list = [recordOf(F16, program), recordOf(F32, program), recordOf(OTHER)];
      const { fake, provider } = fakeProvider(place, {
        appConfig: { "model_list": list, cacheBackend: "indexeddb" },
      });
      fake.cached.add(F16).add(OTHER);
      if (isKept) fake.cached.add(F32);
      await provider.deleteModel(F16);
      assertEquals(fake.deleted, [`config of ${F16}`, ...deleted]);
      assertStrictEquals(fake.cached.has(F16), false);
      await provider.unload();
      assert(
        fake.workers.every(({ terminated }) => terminated),
        "a worker is left that runs nothing",
      );
    });
  }
}

for (const half of halves) {
  test(`isModelCached() of ${half.owner} is not touched by an abort that ends the worker it asked`, async () => {
    const { fake, call, isModelCached } = half.create("a worker");
    const held = await fake.heldAt("shard 1", call);
    fake.hold("cache check");
    const isCached = isModelCached();
    await fake.reached("cache check");
    await held.abort();
    await idle();
    fake.release();
    assertStrictEquals(await isCached, false);
    assertEquals(fake.workers.map(({ terminated }) => terminated), [true, false]);
  });
}
