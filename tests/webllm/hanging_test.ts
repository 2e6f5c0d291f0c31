// Copyright 2026 the Rivulet authors. MIT license.

// An engine that never comes back from a step, as one was seen to with a broken response format.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { microtasks, type Place, places } from "./support/call.ts";
import { ask, fakeProvider } from "./support/chat.ts";
import { type Caller, type Half, halves } from "./support/halves.ts";
import { inDatabase, OTHER } from "./support/models.ts";
import { test } from "./support/test.ts";

/** How long an engine may take to stop for one who wants to use it. */
const GRACE_MS = 10_000;
/** For one who only wants it gone: a worker is terminated, this thread cannot be. */
const SHORT_GRACE_MS: Record<Place, number> = { "the main thread": 1_000, "a worker": 0 };

/** A call that was aborted at a point from which its engine never comes back. */
async function hungAt(
  point: string,
  { half, place }: { half: Half; place: Place },
): Promise<Caller & { time: FakeTime }> {
  const caller = half.create(place, { appConfig: inDatabase });
  const { fake } = caller;
  const time = new FakeTime();
  const held = await fake.heldAt(point, caller.call);
  await held.abort();
  fake.abandon(point);
  return { ...caller, time };
}

/** Whether a promise has settled once all has run that waits for no timer. */
async function hasSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  promise.finally(() => settled = true);
  await microtasks();
  return settled;
}

for (const half of halves) {
  for (const place of places) {
    for (const point of half.working) {
      test(`${half.call} on ${place} takes a fresh engine when one hangs at ${point}`, async () => {
        const { fake, call, time } = await hungAt(point, { half, place });
        using _ = time;
        const { outcome } = call();
        time.tick(GRACE_MS - 1);
        assertEquals([await hasSettled(outcome), fake.engines.length], [false, 1]);
        time.tick(1);
        assertEquals(await outcome, half.result);
        assertEquals([fake.engines.length, fake.engines[0]!.freed], [2, true]);
      });
    }

    for (const method of ["unload", "deleteModel"] as const) {
      test(`${method}() of ${half.owner} on ${place} does not wait long for an engine that hangs`, async () => {
        const caller = await hungAt(half.busy, { half, place });
        const { fake, time } = caller;
        using _ = time;
        const freed = caller[method]();
        await microtasks();
        time.tick(SHORT_GRACE_MS[place]);
        await freed;
        assert(fake.engines[0]!.freed);
        assertEquals(await caller.call().outcome, half.result);
      });
    }

    test(`unload() of ${half.owner} on ${place} does not wait for one that gave up behind an engine that hangs`, async () => {
      const caller = await hungAt(half.busy, { half, place });
      const { fake, time } = caller;
      using _ = time;
      const waiting = caller.call();
      await microtasks();
      const freed = caller.unload();
      await microtasks();
      await waiting.abort();
      await microtasks();
      time.tick(SHORT_GRACE_MS[place]);
      await freed;
      assert(fake.engines[0]!.freed);
    });

    test(`${half.call} on ${place} keeps an engine that stops in time`, async () => {
      const caller = half.create(place, { appConfig: inDatabase });
      const { fake, call } = caller;
      using time = new FakeTime();
      const held = await fake.heldAt(half.busy, call);
      await held.abort();
      const { outcome } = call();
      time.tick(GRACE_MS - 1);
      await microtasks();
      fake.release(half.busy);
      assertEquals(await outcome, half.result);
      time.tick(GRACE_MS);
      assertEquals(await call().outcome, half.result);
      assertStrictEquals(fake.engines.length, 1);
    });
  }

  test(`${half.call} does not wait for ever for a load that hangs when it is cancelled`, async () => {
    const place = "the main thread";
    const { fake, call, time } = await hungAt("upload 1", { half, place });
    using _ = time;
    const { outcome } = call();
    await microtasks();
    time.tick(GRACE_MS - 1);
    assertEquals([await hasSettled(outcome), fake.engines.length], [false, 1]);
    time.tick(1);
    assertEquals(await outcome, half.result);
  });
}

for (const place of places) {
  test(`stream() of webllm on ${place} does not wait long for another model when an engine hangs`, async () => {
    const { fake, provider } = fakeProvider(place, { appConfig: inDatabase });
    using time = new FakeTime();
    const held = await fake.heldAt("decode", () => ask(provider));
    // The other one is there already when the first gives up.
    const { outcome } = ask(provider, { model: OTHER });
    await microtasks();
    await held.abort();
    fake.abandon("decode");
    await microtasks();
    time.tick(SHORT_GRACE_MS[place]);
    assertEquals(await outcome, ["Hello", " world"]);
  });

  test(`deleteModel() of webllm on ${place} waits for an engine that another model has`, async () => {
    const { fake, provider } = fakeProvider(place, { appConfig: inDatabase });
    using time = new FakeTime();
    const held = await fake.heldAt("decode", () => ask(provider));
    await held.abort();
    const deleting = provider.deleteModel(OTHER);
    await microtasks();
    time.tick(GRACE_MS - 1);
    assertStrictEquals(await hasSettled(deleting), false);
    fake.release("decode");
    await deleting;
    assertStrictEquals(fake.engines[0]!.freed, false);
  });
}
