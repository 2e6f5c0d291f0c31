// Copyright 2026 the Rivulet authors. MIT license.

import { assert, assertEquals, assertStrictEquals, assertThrows } from "@std/assert";
import { errorOf, idle, type Place, progressOf } from "./support/call.ts";
import type { FakeEngine } from "./support/fake_engine.ts";
import { type Caller, type Half, halves } from "./support/halves.ts";
import { test } from "./support/test.ts";

/** A call that was aborted while its load is held at a point. */
async function cancelledAt(
  point: string,
  { half, place }: { half: Half; place?: Place },
): Promise<Caller & { engine: FakeEngine }> {
  const caller = half.create(place);
  const held = await caller.fake.heldAt(point, caller.call);
  await held.abort();
  await idle();
  return { ...caller, engine: caller.fake.engines[0]! };
}

for (const half of halves) {
  for (const point of ["config", "wasm", "tokenizer"]) {
    test(`${half.call} cancels a load at ${point} by throwing from its first report, never by unload()`, async () => {
      const { fake, engine } = await cancelledAt(point, { half });
      assertStrictEquals(engine.unloadsWhileLoading, 0);
      fake.release(point);
      await idle();
      assert(!fake.log.includes("shard 1"), "the weights were fetched");
      assertStrictEquals(engine.unloadsWhileLoading, 0);
    });
  }

  test(`${half.call} does not wait for a cancelled load that hangs before its first report`, async () => {
    const { fake, call } = await cancelledAt("config", { half });
    fake.hold("tokenizer");
    fake.release("config");
    await fake.reached("tokenizer");
    const next = call();
    await fake.reached("tokenizer");
    assertStrictEquals(fake.engines.length, 2);
    fake.release("tokenizer");
    assertEquals(await next.outcome, half.result);
  });

  test(`${half.call} cancels a download with one unload(), which stops it`, async () => {
    const { fake, engine } = await cancelledAt("shard 1", { half });
    assertStrictEquals(engine.unloadsWhileLoading, 1);
    assert(!fake.log.includes("shard 2"));
  });

  for (const point of ["upload 2", "shaders 2"]) {
    test(`${half.call} lets an engine finish that is cancelled at ${point}, then unloads it`, async () => {
      const { fake, engine, call } = await cancelledAt(point, { half });
      const next = call();
      await idle();
      assertEquals([engine.unloads, fake.engines.length], [0, 1]);
      fake.release(point);
      assertEquals(await next.outcome, half.result);
      assertEquals([engine.unloads, engine.unloadsWhileLoading, engine.model], [1, 0, undefined]);
      // What the cancelled load says is for nobody.
      assertEquals(progressOf(next.heard)[0], [0, "Preparing"]);
    });
  }

  for (const [what, end] of [["failed", "fail"], ["was cancelled", "abort"]] as const) {
    test(`${half.call} ends what an engine still does whose load has ${what}, at its next report`, async () => {
      const { fake, call } = half.create();
      if (end === "fail") fake.failures.set("shard 1", new Error("out of luck"));
      fake.hold("shard 2");
      const held = call();
      if (end === "fail") await errorOf(held.outcome);
      else await fake.reached("shard 2");
      if (end === "abort") await held.abort();
      await idle();
      for (const text of ["Fetching param cache[2/2]", "Loading model from cache[1/2]"]) {
        // As another of its download loops does, which knows nothing of the end.
        const report = () => fake.engines[0]!.config.initProgressCallback({ progress: 1, text });
        assertStrictEquals(assertThrows(report, DOMException).name, "AbortError");
      }
      fake.release("shard 2");
    });
  }

  test(`${half.call} is not touched by a cancelled load that fails`, async () => {
    const { fake, call } = await cancelledAt("wasm", { half });
    const next = await fake.heldAt("config", call);
    fake.failures.set("wasm", new Error("out of luck"));
    fake.release("wasm");
    await idle();
    fake.failures.clear();
    fake.release("config");
    assertEquals(await next.outcome, half.result);
    assertStrictEquals(fake.engines.length, 2);
  });

  test(`${half.call} unloads an engine that a lost cancel has let load everything`, async () => {
    const { fake, call } = half.create();
    // All is here, so nothing that could be aborted follows the first report.
    fake.cached.add(half.model);
    const held = await fake.heldAt("upload 1", call);
    await held.abort();
    fake.release("upload 1");
    assertEquals(await call().outcome, half.result);
    assertEquals([fake.engines[0]!.model, fake.engines.length], [undefined, 2]);
  });

  test(`${half.call} terminates the worker of a load, and starts another the next time`, async () => {
    const { fake, call } = await cancelledAt("shard 1", { half, place: "a worker" });
    assertEquals(fake.workers.map(({ terminated }) => terminated), [true]);
    fake.release("shard 1");
    await call().outcome;
    assertEquals(fake.workers.map(({ terminated }) => terminated), [true, false]);
  });
}
