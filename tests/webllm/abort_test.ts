// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { errorOf, idle, places, type RunningCall } from "./support/call.ts";
import { halves, LOADING } from "./support/halves.ts";
import { test } from "./support/test.ts";

// At each point the engine is held: what settles the call there is the abort alone.

for (const half of halves) {
  const points = ["import", "cache check", ...LOADING, ...half.working];

  for (const place of places) {
    for (const point of points) {
      test(`${half.call} on ${place} aborts at once at ${point}, and the next call works`, async () => {
        const { fake, call } = half.create(place);
        const held = await fake.heldAt(point, call);
        await idle();
        const cause = new Error("mine");
        assertStrictEquals((await held.abort(cause)).cause, cause);
        const next = call();
        const asked = fake.asked;
        await idle();
        assertStrictEquals(fake.asked, asked, "an engine was asked that is not free");
        fake.release(point);
        assertEquals(await next.outcome, half.result);
        await idle();
        assertStrictEquals(fake.engines.length, LOADING.includes(point) ? 2 : 1);
      });

      test(`${half.call} on ${place} tells nothing after an abort at ${point}`, async () => {
        const { fake, call } = half.create(place);
        const held = await fake.heldAt(point, call);
        await idle();
        const before = [...held.heard];
        await held.abort();
        fake.release(point);
        await idle();
        assertEquals(held.heard, before);
      });

      test(`${half.iteration} on ${place} ends at once when it is left at ${point}`, async () => {
        const { fake, call, iterate } = half.create(place);
        fake.hold(point);
        const steps = iterate();
        const reading = (async () => {
          while (!(await steps.next()).done);
        })();
        await fake.reached(point);
        assertEquals(await steps.return!(), { done: true, value: undefined });
        await reading;
        fake.release(point);
        assertEquals(await call().outcome, half.result);
        assertStrictEquals(fake.asked, half.working.includes(point) ? 2 : 1);
      });
    }

    test(`${half.call} on ${place} drops an engine that fails after the abort`, async () => {
      const { fake, call } = half.create(place);
      const held = await fake.heldAt(half.busy, call);
      await held.abort();
      const next = call();
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
      const { fake, call } = half.create(place);
      const running = await fake.heldAt(half.busy, call);
      const waiting = call();
      const last = call();
      await idle();
      await waiting.abort();
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
    const { fake, call } = half.create();
    const cause = new Error("mine");
    const error = await errorOf(call(AbortSignal.abort(cause)).outcome);
    assertEquals([error.name, error.cause], ["AbortError", cause]);
    assertEquals([gpu.asked, fake.imports], [0, 0]);
  });

  test(`${half.call} aborts at once at the WebGPU check, and loads no engine`, async (gpu) => {
    const { request } = gpu;
    gpu.request = () => new Promise(() => {});
    const { fake, call } = half.create();
    const held = call();
    await idle();
    await held.abort();
    assertStrictEquals(fake.imports, 0);
    gpu.request = request;
    assertEquals(await half.create().call().outcome, half.result);
  });

  test(`${half.call} aborts at once while it looks whether consent is needed`, async () => {
    const { fake, call } = half.create("the main thread", { allowModelDownload: false });
    const held = await fake.heldAt("cache check", call);
    await held.abort();
    fake.release("cache check");
  });

  test(`${half.call} rejects with the caller's own AbortError as it is`, async () => {
    const { fake, call } = half.create();
    const held = await fake.heldAt(half.busy, call);
    const reason = new DOMException("mine", "AbortError");
    assertStrictEquals(await held.abort(reason), reason);
    fake.release(half.busy);
  });

  test(`onInitProgress of ${half.owner} may abort, and is not called again`, async () => {
    let aborting: Promise<Error> | undefined;
    const { fake, call } = half.create("the main thread", {
      onInitProgress: (_, text) => {
        if (text.startsWith("Downloading")) aborting = held.abort();
      },
    });
    fake.reportsTwice = true;
    const held: RunningCall = call();
    await errorOf(held.outcome);
    await aborting;
    await idle();
    assertEquals(held.heard, [[0, "Preparing"], [0, "Downloading: 0 MB, 0 %"]]);
  });

  test(`onInitProgress of ${half.owner} may abort when all is loaded, and the engine is asked nothing`, async () => {
    const { fake, call } = half.create("the main thread", {
      onInitProgress: (_, text) => void (text === "Ready" && held.abort()),
    });
    const held: RunningCall = call();
    await errorOf(held.outcome);
    await idle();
    assertEquals([fake.asked, fake.tokenized], [0, 0]);
    assertEquals(await call().outcome, half.result);
  });
}
