// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { errorOf } from "./support/call.ts";
import { ask, fakeProvider } from "./support/chat.ts";
import { FakeGpu } from "./support/gpu.ts";
import { chat, halves } from "./support/halves.ts";
import { inDatabase, OTHER } from "./support/models.ts";
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
  fake.hold("prefill");
  const { outcome } = ask(provider);
  await fake.reached("prefill");
  // An unknown model is refused at once, and waits for no answer.
  const error = await errorOf(provider.deleteModel("none"), chat.Error);
  fake.release("prefill");
  await provider.deleteModel(OTHER);
  await outcome;
  assertEquals([error.code, fake.engines[0]!.unloads], ["config", 0]);
});
