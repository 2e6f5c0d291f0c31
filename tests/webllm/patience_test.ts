// Copyright 2026 the Rivulet authors. MIT license.

// What is slow keeps its answer, and what is dead is found out.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { errorOf, microtasks, places } from "./support/call.ts";
import { ask, fakeProvider } from "./support/chat.ts";
import { halves } from "./support/halves.ts";
import { inDatabase } from "./support/models.ts";
import { test } from "./support/test.ts";

/** Lets seconds pass, in each of which all can run that waits for nothing else. */
async function pass(time: FakeTime, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second++) {
    await microtasks();
    time.tick(1_000);
  }
  await microtasks();
}

/** A test in which time passes only when it is told to. */
function timedTest(name: string, run: (time: FakeTime) => Promise<void>): void {
  test(name, async () => {
    // The time that the test itself may take is real.
    await Promise.resolve();
    using time = new FakeTime();
    await run(time);
  });
}

for (const half of halves) {
  for (const place of places) {
    const limits: Record<string, number> = { decode: 120 };
    for (const point of half.working) {
      const limit = limits[point] ?? 600;

      timedTest(
        `${half.call} on ${place} waits ${limit} s at ${point} for an engine that is slow`,
        async (time) => {
          const { fake, call } = half.create(place, { appConfig: inDatabase });
          const { outcome } = await fake.heldAt(point, call);
          await pass(time, limit - 1);
          fake.release(point);
          assertEquals(await outcome, half.result);
          assertEquals(await call().outcome, half.result);
          assertStrictEquals(fake.engines.length, 1);
        },
      );

      timedTest(
        `${half.call} on ${place} says after ${limit} s at ${point} that the engine is silent`,
        async (time) => {
          const { fake, call } = half.create(place, { appConfig: inDatabase });
          const { outcome } = await fake.heldAt(point, call);
          fake.abandon(point);
          await pass(time, limit);
          const error = await errorOf(outcome, half.Error);
          assertEquals([error.code, error.message], [
            "engine",
            `Ask again or choose a smaller model, "${half.model}" gave no sign of life for ${limit} seconds`,
          ]);
          assert(fake.engines[0]!.freed);
          assertEquals(await call().outcome, half.result);
        },
      );
    }

    timedTest(`${half.call} on ${place} waits for a load that goes on slowly`, async (time) => {
      const { fake, call } = half.create(place, { appConfig: inDatabase });
      const steps = ["config", "upload 1", "upload 2", "shaders", "shaders 2"];
      fake.hold(...steps);
      const { outcome } = call();
      for (const step of steps) {
        await pass(time, 290);
        fake.release(step);
      }
      assertEquals(await outcome, half.result);
      assertStrictEquals(fake.engines.length, 1);
    });

    timedTest(`${half.call} on ${place} waits for a download that takes any time`, async (time) => {
      const { fake, call } = half.create(place, { appConfig: inDatabase });
      const { outcome } = await fake.heldAt("shard 2", call);
      await pass(time, 2_000);
      fake.release();
      assertEquals(await outcome, half.result);
      assertStrictEquals(fake.engines.length, 1);
    });
  }

  timedTest(
    `${half.call} does not wait for ever for a browser that offers no adapter and refuses none`,
    async (time) => {
      const { gpu } = navigator as unknown as { gpu: { requestAdapter: () => Promise<unknown> } };
      const { requestAdapter } = gpu;
      gpu.requestAdapter = () => new Promise(() => {});
      const { fake, call } = half.create("the main thread", { appConfig: inDatabase });
      const { outcome } = call();
      await pass(time, 30);
      const error = await errorOf(outcome, half.Error);
      assertEquals([error.code, error.message], [
        "unsupported",
        "Restart the browser, its WebGPU does not answer when asked for an adapter",
      ]);
      assertStrictEquals(fake.imports, 0);
      gpu.requestAdapter = requestAdapter;
      assertEquals(await call().outcome, half.result);
    },
  );

  timedTest(`${half.call} waits for the file of a worker`, async (time) => {
    const { fake, call } = half.create("a worker", { appConfig: inDatabase });
    const { outcome } = await fake.heldAt("import", call);
    await pass(time, 299);
    fake.release();
    assertEquals(await outcome, half.result);
    assertStrictEquals(fake.workers.length, 1);
  });

  timedTest(`${half.call} says that a worker is dead which has never answered`, async (time) => {
    const { fake, call } = half.create("a worker", { appConfig: inDatabase });
    const { outcome } = await fake.heldAt("import", call);
    await pass(time, 300);
    const error = await errorOf(outcome, half.Error);
    assertEquals([error.code, error.message], [
      "engine",
      "Ask again, the worker was ended or has crashed: it has answered nothing for 300 seconds",
    ]);
    fake.release();
    assertEquals(await call().outcome, half.result);
  });

  timedTest(`${half.call} keeps a worker that is busy and hears nothing for 54 s`, async (time) => {
    const { fake, call } = half.create("a worker", { appConfig: inDatabase });
    const { outcome } = await fake.heldAt(half.busy, call);
    for (let round = 0; round < 3; round++) {
      fake.workers[0]!.dead = true;
      await pass(time, 54);
      fake.workers[0]!.dead = false;
      await pass(time, 10);
    }
    fake.release();
    assertEquals(await outcome, half.result);
    assertStrictEquals(fake.workers.length, 1);
  });
}

for (const place of places) {
  timedTest(`stream() of webllm on ${place} waits for words that come slowly`, async (time) => {
    const { fake, provider } = fakeProvider(place, { appConfig: inDatabase });
    fake.answer = ["a", "b", "c", "d"];
    const { outcome } = await fake.heldAt("decode", () => ask(provider));
    for (let word = 1; word < fake.answer.length; word++) {
      await pass(time, 110);
      fake.release("decode");
      fake.hold("decode");
    }
    assertEquals(await outcome, fake.answer);
    assertStrictEquals(fake.engines.length, 1);
  });
}
