// Copyright 2026 the Rivulet authors. MIT license.

// Runs in Node: the fake engine, from the first question to the last.

import assert from "node:assert/strict";
import process from "node:process";
import { ask, FakeGpu, fakeProvider, idle, places, texts } from "./webllm_ask.ts";

// Node 20 has neither of these.
Promise.withResolvers ??= function <T>(): PromiseWithResolvers<T> {
  const parts = {} as PromiseWithResolvers<T>;
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
};
if (globalThis.navigator === undefined) Object.assign(globalThis, { navigator: {} });

// For as long as the process runs; Node 20 does not know `using` either.
new FakeGpu();
let answers = 0;

for (const place of places) {
  for (const point of ["cache check", "config", "shard 1", "upload 1", "prefill", "decode"]) {
    const { fake, provider } = fakeProvider(place);
    fake.hold(point);
    const controller = new AbortController();
    const seen = ask(provider, {}, { signal: controller.signal });
    await fake.reached(point);
    await idle();
    const start = performance.now();
    controller.abort();
    await seen.ended;
    assert.ok(performance.now() - start < 50);
    assert.equal((seen.error as Error).name, "AbortError");
    const next = ask(provider);
    fake.release(point);
    await next.ended;
    assert.equal(next.error, undefined);
    assert.deepEqual(texts(next), ["Hello", " world"]);
    answers++;
  }
}

process.stdout.write(`${answers} answers\n`);
