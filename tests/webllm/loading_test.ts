// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { formatProviderError, ProviderError } from "@rivulet/llm";
import { errorOf, idle, places, progressOf } from "./support/call.ts";
import { ask, fakeProvider } from "./support/chat.ts";
import { fakeClient } from "./support/embedding.ts";
import { halves } from "./support/halves.ts";
import { F16, F32, OTHER } from "./support/models.ts";
import { test } from "./support/test.ts";

const WITH_DOWNLOAD = [
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

const WITHOUT_DOWNLOAD = [
  [0, "Preparing"],
  [0, "Loading into graphics memory: 0 %"],
  [0.4, "Loading into graphics memory: 50 %"],
  [0.8, "Loading into graphics memory: 100 %"],
  [0.9, "Warming up: 50 %"],
  [1, "Warming up: 100 %"],
  [1, "Ready"],
];

for (const half of halves) {
  for (const place of places) {
    test(`onInitProgress of ${half.owner} on ${place} names the phases, and the model stays loaded`, async () => {
      const { fake, call } = half.create(place);
      const first = call();
      assertEquals(await first.outcome, half.result);
      assertEquals(progressOf(first.heard), WITH_DOWNLOAD);
      assertEquals(first.heard.slice(WITH_DOWNLOAD.length), half.tokens);
      const second = call();
      assertEquals(await second.outcome, half.result);
      assertEquals(second.heard, half.tokens);
      assertEquals([fake.engines.length, fake.imports], [1, 1]);
      assertStrictEquals(fake.engines[0]!.config.logLevel, "SILENT");
    });

    test(`${half.call} on ${place} works on one call after the other`, async () => {
      const { fake, call } = half.create(place);
      fake.hold(half.busy);
      const order: number[] = [];
      const outcomes = [1, 2, 3].map((number) => call().outcome.then(() => order.push(number)));
      await fake.reached(half.busy);
      await idle();
      assertStrictEquals(fake.asked, 1);
      fake.release(half.busy);
      await Promise.all(outcomes);
      assertEquals([order, fake.asked, fake.engines.length], [[1, 2, 3], 3, 1]);
    });

    test(`${half.call} on ${place} rejects with what onInitProgress throws, and the next call works`, async () => {
      const ofTheirs = new ProviderError("engine", "mine");
      for (const thrown of [new TypeError("Failed to fetch"), ofTheirs, "a text", undefined]) {
        let failing = true;
        const onInitProgress = () => {
          if (failing) throw thrown;
        };
        const { fake, call } = half.create(place, { onInitProgress });
        const error = await errorOf(call().outcome);
        assertStrictEquals(error, thrown);
        if (error) assertStrictEquals(formatProviderError(error, "local"), error.message ?? thrown);
        failing = false;
        assertEquals(await call().outcome, half.result);
        assertStrictEquals(fake.engines.length, 2);
      }
    });

    test(`${half.call} on ${place} goes on loading for another when the first caller aborts`, async () => {
      const { fake, call } = half.create(place);
      fake.hold("shard 2");
      const first = call();
      const second = call();
      await fake.reached("shard 2");
      await idle();
      await first.abort();
      fake.release("shard 2");
      assertEquals(await second.outcome, half.result);
      assertEquals([progressOf(second.heard), fake.engines.length], [WITH_DOWNLOAD, 1]);
    });

    test(`${half.call} on ${place} fails once for all who wait for the same load`, async () => {
      const { fake, call } = half.create(place);
      fake.failures.set("shaders", new Error("out of luck"));
      const outcomes = Array.from({ length: 9 }, () => errorOf(call().outcome, half.Error));
      const next = outcomes[0]!.then(() => {
        fake.failures.clear();
        return call().outcome;
      });
      const [error, ...others] = await Promise.all(outcomes);
      assertEquals([error!.code, error!.reason], ["engine", "out of luck"]);
      assert(others.every(({ cause }) => cause === error!.cause));
      // Who asks later, while the others still hear of the failure, has an engine that works.
      assertEquals(await next, half.result);
      assertStrictEquals(fake.engines.length, 2);
    });

    test(`unload() of ${half.owner} on ${place} frees the model after the running call`, async () => {
      const { fake, call, unload } = half.create(place);
      // A lost device cannot be freed, and nobody hears of it.
      fake.failures.set("unload", new Error("Object has already been disposed"));
      await unload();
      const { outcome } = await fake.heldAt(half.busy, call);
      const unloading = unload();
      await idle();
      assert(!fake.engines[0]!.freed);
      fake.release(half.busy);
      assertEquals(await outcome, half.result);
      await unloading;
      assert(fake.engines[0]!.freed);
      // Nothing is downloaded again, and the second load is told from its beginning.
      const again = call();
      assertEquals(await again.outcome, half.result);
      assertEquals([progressOf(again.heard), fake.engines.length], [WITHOUT_DOWNLOAD, 2]);
    });

    test(`onInitProgress of ${half.owner} on ${place} tells numbers of a model without files`, async () => {
      const { fake, call } = half.create(place);
      fake.isEmpty = true;
      const { heard, outcome } = call();
      await outcome;
      assert(progressOf(heard).every(([number, text]) => number >= 0 && !text.includes("NaN")));
    });
  }
}

for (const place of places) {
  test(`onInitProgress of webllm on ${place} is called for each who waits for a load`, async () => {
    const { fake, provider } = fakeProvider(place);
    fake.hold("shard 2");
    const both = [ask(provider), ask(provider)];
    await fake.reached("shard 2");
    const late = ask(provider);
    await idle();
    fake.release("shard 2");
    await Promise.all([...both, late].map(({ outcome }) => outcome));
    assertEquals(both.map(({ heard }) => progressOf(heard)), [WITH_DOWNLOAD, WITH_DOWNLOAD]);
    assertEquals(progressOf(late.heard), WITH_DOWNLOAD.slice(2));
    assertEquals(fake.log.filter((point) => point === "config"), ["config"]);
  });

  test(`onInitProgress of the embedding client on ${place} hears a load once, whoever waits for it`, async () => {
    const { fake, client, heard } = fakeClient(place);
    await Promise.all(["a", "b", "c"].map((text) => client.embedBatch([text])));
    assertEquals(progressOf(heard), WITH_DOWNLOAD);
    assertStrictEquals(fake.engines.length, 1);
  });

  test(`onInitProgress of the embedding client on ${place} hears each load from its beginning`, async () => {
    const { fake, client, heard } = fakeClient(place);
    fake.hold("shard 2");
    const first = client.embedBatch(["a"]);
    await fake.reached("shard 2");
    const unloading = client.unload();
    const second = client.embedBatch(["b"]);
    await idle();
    fake.release("shard 2");
    await Promise.all([first, unloading, second]);
    const progress = progressOf(heard);
    assertEquals(progress, [...WITH_DOWNLOAD, ...WITHOUT_DOWNLOAD]);
  });

  test(`stream() of webllm on ${place} replaces the model after the running answer`, async () => {
    const { fake, provider } = fakeProvider(place);
    const first = await fake.heldAt("decode", () => ask(provider));
    const second = ask(provider, { model: OTHER });
    await idle();
    assertStrictEquals(fake.engines.length, 1);
    fake.release("decode");
    assertEquals(await first.outcome, ["Hello", " world"]);
    assertEquals(await second.outcome, ["Hello", " world"]);
    const [old, current] = fake.engines;
    assertEquals([fake.engines.length, current!.model, old!.freed], [2, OTHER, true]);
  });

  test(`stream() of webllm on ${place} tries the model of another when a load has failed`, async () => {
    const { fake, provider } = fakeProvider(place);
    fake.failures.set("shaders", new Error("out of luck"));
    const questions = [F16, F16, F32].map((model) => ask(provider, { model }));
    const [first, second, other] = await Promise.all(
      questions.map(({ outcome }) => errorOf(outcome)),
    );
    assertEquals([first === second, first === other, fake.engines.length], [true, false, 2]);
  });
}

test("onInitProgress of webllm never falls for a caller who sees a cancelled load and then another", async () => {
  const { fake, provider } = fakeProvider();
  const first = await fake.heldAt("shard 2", () => ask(provider, { model: F32 }));
  const between = ask(provider, { model: OTHER });
  const last = ask(provider, { model: F32 });
  await idle();
  const aborting = first.abort();
  fake.release("shard 2");
  await aborting;
  await Promise.all([between.outcome, last.outcome]);
  const progress = progressOf(last.heard);
  const numbers = progress.map(([number]) => number);
  assertEquals(progress.filter(([, text]) => text === "Preparing").length, 1);
  assertEquals(numbers, numbers.toSorted((a, b) => a - b));
  assertEquals([numbers[0], numbers.at(-1), fake.engines.length], [0.4, 1, 3]);
});

test("onInitProgress of webllm is called as the request's method", async () => {
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
  assertStrictEquals(request.calls, WITH_DOWNLOAD.length);
});
