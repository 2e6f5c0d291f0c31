// Copyright 2026 the Rivulet authors. MIT license.

// Runs in Node: the fake engine, from the first call to the last.

import assert from "node:assert/strict";
import process from "node:process";
import { idle, places } from "./call.ts";
import { FakeGpu } from "./gpu.ts";
import { halves } from "./halves.ts";

// Node 20 has neither of these.
Promise.withResolvers ??= function <T>(): PromiseWithResolvers<T> {
  const parts = {} as PromiseWithResolvers<T>;
  parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }));
  return parts;
};
if (globalThis.navigator === undefined) Object.assign(globalThis, { navigator: {} });

// For as long as the process runs; Node 20 does not know `using` either.
new FakeGpu();
let count = 0;

for (const half of halves) {
  for (const place of places) {
    for (const point of ["cache check", "config", "shard 1", "upload 1", ...half.working]) {
      const { fake, call } = half.create(place);
      const held = await fake.heldAt(point, call);
      await idle();
      await held.abort();
      const next = call();
      fake.release(point);
      assert.deepEqual(await next.outcome, half.result);
      count++;
    }
  }
}

process.stdout.write(`${count} aborts\n`);
