// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { assertAborted, errorOf, idle, places } from "./support/call.ts";
import { halves, LOADING } from "./support/halves.ts";
import { test } from "./support/test.ts";

// At each point the engine is held: what settles the call there is the abort alone.

for (const half of halves) {
  const points = ["import", "cache check", ...LOADING, ...half.working];

  for (const place of places) {
    for (const point of points) {
      test(`${half.call} on ${place} aborts at once at ${point}, and the next call works`, async () => {
        const caller = half.create(place);
        const { fake } = caller;
        const controller = new AbortController();
        const cause = new Error("mine");
        fake.hold(point);
        const { outcome } = caller.call(controller.signal);
        await fake.reached(point);
        await idle();
        controller.abort(cause);
        const error = await errorOf(outcome);
        assertEquals([error.name, error.cause], ["AbortError", cause]);
        const next = caller.call();
        const asked = fake.asked;
        await idle();
        assertStrictEquals(fake.asked, asked, "an engine was asked that is not free");
        fake.release(point);
        assertEquals(await next.outcome, half.result);
        await idle();
        assertStrictEquals(fake.engines.length, LOADING.includes(point) ? 2 : 1);
      });

      test(`${half.call} on ${place} tells nothing after an abort at ${point}`, async () => {
        const caller = half.create(place);
        const controller = new AbortController();
        caller.fake.hold(point);
        const call = caller.call(controller.signal);
        await caller.fake.reached(point);
        await idle();
        const before = [...call.heard];
        controller.abort();
        await assertAborted(call.outcome);
        caller.fake.release(point);
        await idle();
        assertEquals(call.heard, before);
      });

      test(`${half.iteration} on ${place} ends at once when it is left at ${point}`, async () => {
        const caller = half.create(place);
        const { fake } = caller;
        fake.hold(point);
        const steps = caller.iterate();
        const reading = (async () => {
          while (!(await steps.next()).done);
        })();
        await fake.reached(point);
        assertEquals(await steps.return!(), { done: true, value: undefined });
        await reading;
        fake.release(point);
        assertEquals(await caller.call().outcome, half.result);
        assertStrictEquals(fake.asked, half.working.includes(point) ? 2 : 1);
      });
    }

    test(`${half.call} on ${place} drops an engine that fails after the abort`, async () => {
      const caller = half.create(place);
      const { fake } = caller;
      const controller = new AbortController();
      fake.hold(half.busy);
      const { outcome } = caller.call(controller.signal);
      await fake.reached(half.busy);
      controller.abort();
      await assertAborted(outcome);
      const next = caller.call();
      fake.failures.set(half.busy, new Error("Object has already been disposed"));
      fake.release(half.busy);
      fake.hold(half.busy);
      await fake.reached(half.busy);
      fake.failures.clear();
      fake.release(half.busy);
      assertEquals(await next.outcome, half.result);
      assertEquals([fake.engines.length, fake.engines[0]!.freed], [2, true]);
    });

    test(`${half.call} on ${place} leaves the running call alone when a waiting one is aborted`, async () => {
      const caller = half.create(place);
      const { fake } = caller;
      const controller = new AbortController();
      fake.hold(half.busy);
      const running = caller.call();
      await fake.reached(half.busy);
      const waiting = caller.call(controller.signal);
      const last = caller.call();
      await idle();
      controller.abort();
      await assertAborted(waiting.outcome);
      await idle();
      assertStrictEquals(fake.asked, 1);
      fake.release(half.busy);
      assertEquals([await running.outcome, await last.outcome], [half.result, half.result]);
      const [engine] = fake.engines;
      assertEquals([fake.engines.length, fake.asked], [1, 2]);
      assertEquals([engine!.interrupts, engine!.freed], [0, false]);
    });
  }

  test(`${half.call} asks for nothing when it is aborted already`, async (gpu) => {
    const caller = half.create();
    const cause = new Error("mine");
    const error = await errorOf(caller.call(AbortSignal.abort(cause)).outcome);
    assertEquals([error.name, error.cause], ["AbortError", cause]);
    assertEquals([gpu.asked, caller.fake.imports], [0, 0]);
  });

  test(`${half.call} aborts at once at the WebGPU check, and loads no engine`, async (gpu) => {
    const { request } = gpu;
    gpu.request = () => new Promise(() => {});
    const caller = half.create();
    const controller = new AbortController();
    const { outcome } = caller.call(controller.signal);
    await idle();
    controller.abort();
    await assertAborted(outcome);
    assertStrictEquals(caller.fake.imports, 0);
    gpu.request = request;
    assertEquals(await half.create().call().outcome, half.result);
  });

  test(`${half.call} aborts at once while it looks whether consent is needed`, async () => {
    const caller = half.create("the main thread", { allowModelDownload: false });
    caller.fake.hold("cache check");
    const controller = new AbortController();
    const { outcome } = caller.call(controller.signal);
    await caller.fake.reached("cache check");
    controller.abort();
    await assertAborted(outcome);
    caller.fake.release("cache check");
  });

  test(`${half.call} rejects with the caller's own AbortError as it is`, async () => {
    const caller = half.create();
    const controller = new AbortController();
    caller.fake.hold(half.busy);
    const { outcome } = caller.call(controller.signal);
    await caller.fake.reached(half.busy);
    controller.abort();
    assertStrictEquals(await errorOf(outcome), controller.signal.reason);
    caller.fake.release(half.busy);
  });

  test(`onInitProgress of ${half.owner} may abort, and is not called again`, async () => {
    const controller = new AbortController();
    const caller = half.create("the main thread", {
      onInitProgress: (_, text) => void (text.startsWith("Downloading") && controller.abort()),
    });
    caller.fake.reportsTwice = true;
    const call = caller.call(controller.signal);
    await assertAborted(call.outcome);
    await idle();
    assertEquals(call.heard, [[0, "Preparing"], [0, "Downloading: 0 MB, 0 %"]]);
  });
}
