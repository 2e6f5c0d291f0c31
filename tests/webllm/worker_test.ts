// Copyright 2026 the Rivulet authors. MIT license.

// What reaches a worker, and what becomes of the calls to one that is gone.

import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import { EngineEnded } from "../../_internal/webllm/package/engine.ts";
import { workerEngine } from "../../_internal/webllm/worker/proxy.ts";
import { errorOf, microtasks } from "./support/call.ts";
import { ask, fakeProvider } from "./support/chat.ts";
import { FakeEngines } from "./support/fake_engines.ts";
import { halves } from "./support/halves.ts";
import { appConfig, inDatabase } from "./support/models.ts";
import { test } from "./support/test.ts";

/** As the state of a framework hands out objects: none of them can be sent to a worker. */
function reactive<T extends object>(value: T): T {
  return new Proxy(value, {
    get(target, name, receiver) {
      const found = Reflect.get(target, name, receiver);
      return typeof found === "object" && found !== null ? reactive(found) : found;
    },
  });
}

for (const half of halves) {
  test(`${half.call} takes a list that a framework keeps in its state`, async () => {
    const { call } = half.create("a worker", { appConfig: reactive(appConfig) });
    assertEquals(await call().outcome, half.result);
  });
}

test("stream() of webllm takes what a framework keeps in its state for extraBody", async () => {
  const { fake, provider } = fakeProvider("a worker");
  const extraBody = { stop: ["x"], "extra_body": { "enable_thinking": false } };
  assertEquals(await ask(provider, { extraBody: reactive(extraBody) }).outcome, [
    "Hello",
    " world",
  ]);
  const { stop, extra_body: inner } = fake.requests[0]!;
  assertEquals({ stop, "extra_body": inner }, extraBody);
});

test("a call to a worker that was ended rejects at once, and sends nothing", async () => {
  const fake = new FakeEngines();
  const engine = workerEngine(fake.worker, () => {});
  await engine.describe();
  await engine.end();
  const sent: unknown[] = [];
  fake.workers[0]!.postMessage = (message) => void sent.push(message);
  assert(await errorOf(engine.describe()) instanceof EngineEnded);
  assertEquals([sent, engine.isOver], [[], true]);
});

test("a call to a worker that broke rejects at once with what broke it", async () => {
  const fake = new FakeEngines();
  const engine = workerEngine(fake.worker, () => {});
  await engine.describe();
  fake.workers[0]!.break("404");
  await microtasks();
  const errors = [await errorOf(engine.describe()), await errorOf(engine.embed([]))];
  assertEquals(errors.map(({ cause }) => cause), ["404", "404"]);
  assertEquals([engine.isOver, fake.workers[0]!.terminated], [true, true]);
});

for (const half of halves) {
  test(`${half.call} starts another worker when the one that is idle has broken`, async () => {
    const { fake, call } = half.create("a worker", { appConfig: inDatabase });
    await call().outcome;
    fake.workers[0]!.break("404");
    await microtasks();
    assertEquals(await call().outcome, half.result);
    assertStrictEquals(fake.workers.length, 2);
  });
}
