// Copyright 2026 the Rivulet authors. MIT license.

// Many calls on one signal, one after another and at once.

import { assertEquals, assertLess, assertStrictEquals } from "@std/assert";
import { type Call, calls, iterableCalls } from "../support/calls.ts";
import { CountedController } from "../support/counted_controller.ts";
import { startServer } from "../support/embedding_server.ts";
import { liveHeapBytes } from "../support/live_heap.ts";
import type { LoopbackServer } from "../support/loopback.ts";
import { until } from "../support/until.ts";

const MIB = 1024 * 1024;
const SOAKED = ["stream() of local-b", "tokens() of local-b", "embedBatch() on /api/embed"];

/** Resolves when no client holds a connection any more. */
async function allGone(server: LoopbackServer): Promise<void> {
  await Promise.all(server.requests.map((_, index) => server.clientGone(index)));
}

async function repeat(count: number, run: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < count; index++) await run(index);
}

async function leaveEarly({ name }: Call, base: string, signal: AbortSignal): Promise<void> {
  const call = iterableCalls.find((iterable) => iterable.name === name);
  if (call === undefined) return;
  for await (const _ of call.iterate({ base, signal })) break;
}

for (const call of calls.filter(({ name }) => SOAKED.includes(name))) {
  Deno.test(`${call.name} runs 2,000 times on one signal without growing`, async () => {
    await using server = startServer(call.serve(() => new Response(call.body)));
    const controller = new CountedController();
    const options = { base: server.base, signal: controller.signal };
    const run = async (index: number) => {
      if (index % 10 === 0) await leaveEarly(call, server.base, controller.signal);
      await call.run(options);
    };
    await repeat(500, run);
    const before = liveHeapBytes();
    await repeat(1500, run);
    assertStrictEquals(controller.listeners, 0);
    // The server is in this process too and remembers its requests.
    assertLess(liveHeapBytes() - before, 12 * MIB);
    await allGone(server);
  });

  Deno.test(`${call.name} runs 500 times at once, and one abort stops those that wait`, async () => {
    let asked = 0;
    await using server = startServer(
      call.serve(() =>
        asked++ % 2 === 0 ? { chunks: [call.beginning], end: "open" } : new Response(call.body)
      ),
    );
    const controller = new CountedController();
    const ends: string[] = [];
    const running = Array.from({ length: 500 }, async () => {
      const options = { base: server.base, signal: controller.signal };
      ends.push(await call.run(options).then(() => "whole", ({ name }) => name));
    });
    await until(() => asked === 500 && ends.length === 250, "half of the calls");
    controller.abort();
    await Promise.all(running);
    assertEquals(ends, [...Array(250).fill("whole"), ...Array(250).fill("AbortError")]);
    assertStrictEquals(controller.listeners, 0);
    await allGone(server);
  });
}
