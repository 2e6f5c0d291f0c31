// Copyright 2026 the Rivulet authors. MIT license.

// Who has the engine next.

import { assertEquals, assertStrictEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import type { Engine } from "../../_internal/webllm/package/engine.ts";
import { Session } from "../../_internal/webllm/session/session.ts";
import type { Turn } from "../../_internal/webllm/session/turn_queue.ts";
import { idle, microtasks, type Place, places } from "./support/call.ts";
import { ask, fakeProvider } from "./support/chat.ts";
import { appConfig, F16, inDatabase, OTHER } from "./support/models.ts";
import { test } from "./support/test.ts";

function noEngine(): never {
  throw new Error("An engine was started");
}

Deno.test("Session gives nobody's turn away when somebody leaves twice", async () => {
  const queue = new Session(noEngine);
  const granted: string[] = [];
  const [first, second, third] = ["first", "second", "third"].map((name) => {
    const entry = queue.enter({ ends: () => false });
    entry.granted.then(() => granted.push(name));
    return entry;
  });
  queue.leave(first!);
  queue.leave(first!);
  await microtasks();
  assertEquals(granted, ["first", "second"]);
  queue.leave(second!);
  queue.leave(first!);
  await microtasks();
  assertEquals(granted, ["first", "second", "third"]);
  queue.leave(third!);
});

/** How a load fails: at once, or never. */
const FAILED_LOADS = {
  "fails": () => Promise.reject(new Error("out of luck")),
  "is silent": () => new Promise<void>(() => {}),
};

for (const [how, load] of Object.entries(FAILED_LOADS)) {
  Deno.test(`Session gives a fresh engine to who comes in the moment in which a load ${how}`, async () => {
    await Promise.resolve();
    using time = new FakeTime();
    const loads = [load, () => Promise.resolve()];
    const session = new Session(() =>
      ({ load: loads.shift()!, end: () => Promise.resolve(), isOver: false }) as unknown as Engine
    );
    const plan = { appConfig, cached: true, explain: (error: unknown) => Promise.resolve(error) };
    const enter = () => session.enter({ model: F16, ends: () => false });
    const first = enter();
    const failing = session.load(first, () => Promise.resolve(plan));
    let last: Turn | undefined;
    failing.catch(() => last = enter());
    await microtasks();
    time.tick(300_000);
    await microtasks();
    session.leave(first);
    await session.load(last!, () => Promise.resolve(plan));
    session.leave(last!);
    await session.unload(() => true);
    assertStrictEquals(loads.length, 0);
  });
}

/** How far the first is when the others come. */
const POINTS = { loading: "upload 1", working: "prefill" };

/** What is asked one after the other: of model a or b, or `unload()` as u; and how it is done. */
const ORDERS: readonly [asked: string, done: string, loads: number][] = [
  ["aa", "aa", 1],
  ["ab", "ab", 2],
  ["aba", "aab", 2],
  ["ababab", "aaabbb", 2],
  // A question waits for four that came later, and for no more.
  ["abaaaaaa", "aaaaabaa", 3],
  ["abbaaaaaa", "aaaaabbaa", 3],
  // What comes behind `unload()` stays behind it.
  ["aua", "aua", 2],
  ["abua", "abua", 3],
  ["abaua", "aabua", 3],
];

async function orderOf(
  asked: string,
  { place, point }: { place: Place; point: string },
): Promise<[done: string, loads: number]> {
  const { fake, provider } = fakeProvider(place, { appConfig: inDatabase });
  fake.cached.add(F16).add(OTHER);
  let done = "";
  function start(name: string): Promise<void> {
    const call = name === "u"
      ? provider.unload()
      : ask(provider, { model: name === "a" ? F16 : OTHER }).outcome;
    return call.then(() => void (done += name));
  }
  fake.hold(point);
  const calls = [start(asked[0]!)];
  await fake.reached(point);
  for (const name of asked.slice(1)) {
    calls.push(start(name));
    await idle();
  }
  fake.release();
  await Promise.all(calls);
  return [done, fake.engines.length];
}

for (const place of places) {
  for (const [state, point] of Object.entries(POINTS)) {
    for (const [asked, done, loads] of ORDERS) {
      test(`a session on ${place} that is ${state} answers ${asked} as ${done}`, async () => {
        assertEquals(await orderOf(asked, { place, point }), [done, loads]);
      });
    }
  }

  test(`a session on ${place} keeps the order when the loaded model is given up`, async () => {
    const { fake, provider } = fakeProvider(place, { appConfig: inDatabase });
    fake.cached.add(F16).add(OTHER);
    const heard: string[] = [];
    const first = await fake.heldAt("prefill", () => ask(provider));
    const others = [OTHER, F16].map((model) =>
      ask(provider, { model }).outcome.then(() => heard.push(model))
    );
    await idle();
    fake.failures.set("prefill", new Error("Object has already been disposed"));
    fake.release("prefill");
    await first.outcome.catch(() => fake.failures.clear());
    await Promise.all(others);
    assertEquals(heard, [OTHER, F16]);
    assertStrictEquals(fake.engines.length, 3);
  });
}
