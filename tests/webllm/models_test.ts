// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { errorOf, idle, places } from "./support/call.ts";
import { fakeProvider } from "./support/chat.ts";
import { FakeGpu } from "./support/gpu.ts";
import { appConfig, EMBEDDING, F16, recordOf } from "./support/models.ts";
import { test } from "./support/test.ts";

const CONFIG = { baseUrl: "" };

for (const place of places) {
  test(`models() of webllm on ${place} lists what the engine knows, and loads no model`, async () => {
    using _gpu = new FakeGpu("missing");
    const { fake, provider } = fakeProvider(place);
    const known = appConfig.model_list.map(({ "model_id": name }) => name);
    assertEquals(
      await provider.models(CONFIG),
      known.map((name) => ({ name, embeds: name === EMBEDDING })),
    );
    assertStrictEquals(fake.engines.length, 0);
    await provider.unload();
  });
}

test("models() of webllm lists the app's own models, and loads no engine", async () => {
  const windowOf = (size: unknown) => ({ overrides: { "context_window_size": size } });
  const list = [
    recordOf("a", windowOf(2048)),
    // Of a model with a sliding window.
    recordOf("b", windowOf(-1)),
    recordOf("c", windowOf("4096")),
    recordOf("e", { "model_type": 1 }),
  ];
  const { fake, provider } = fakeProvider("the main thread", { appConfig: { "model_list": list } });
  assertEquals(await provider.models(CONFIG), [
    { name: "a", embeds: false, contextLength: 2048 },
    { name: "b", embeds: false },
    { name: "c", embeds: false },
    { name: "e", embeds: true },
  ]);
  assertStrictEquals(fake.imports, 0);
});

test("models() of webllm ends at once when it is aborted", async () => {
  const { fake, provider } = fakeProvider("a worker");
  fake.hold("import");
  const controller = new AbortController();
  const listing = provider.models(CONFIG, { signal: controller.signal });
  await idle();
  controller.abort();
  assertStrictEquals((await errorOf(listing)).name, "AbortError");
  fake.release();
  assertEquals((await provider.models(CONFIG)).map(({ name }) => name).includes(F16), true);
  await provider.unload();
});

test("models() of webllm says when the engine file cannot be loaded, and tries again", async () => {
  const { fake, provider } = fakeProvider();
  fake.failures.set("import", new TypeError("Failed to fetch"));
  const error = await errorOf(provider.models(CONFIG));
  assertStrictEquals(
    error.message,
    "Check the connection and reload the page, the engine file could not be loaded",
  );
  fake.failures.clear();
  assertStrictEquals((await provider.models(CONFIG)).length, appConfig.model_list.length);
});
