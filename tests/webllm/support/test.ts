// Copyright 2026 the Rivulet authors. MIT license.

import { within } from "../../support/until.ts";
import { FakeGpu } from "./gpu.ts";

/** A test with a graphics adapter. One that hangs fails. */
export function test(name: string, run: (gpu: FakeGpu) => void | Promise<void>): void {
  Deno.test(name, async () => {
    using gpu = new FakeGpu();
    await within(Promise.resolve(run(gpu)), "the test to end");
  });
}
