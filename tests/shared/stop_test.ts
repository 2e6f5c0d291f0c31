// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { CallSignal } from "../../_internal/core/call_signal.ts";
import { CountedController } from "../support/counted_controller.ts";
import { without } from "../support/without.ts";

/** Makes the platform one without `AbortSignal.any`, as Safari is before 17.4. */
function withoutAny(): Disposable {
  return without(AbortSignal, "any");
}

function follows(): void {
  const controller = new AbortController();
  const stop = new CallSignal(controller.signal);
  assertEquals([stop.stopped, stop.signal.aborted], [false, false]);
  controller.abort("enough");
  assertEquals([stop.stopped, stop.signal.aborted], [true, true]);
  const { name, cause } = stop.error as Error;
  assertEquals([name, cause], ["AbortError", "enough"]);
}

Deno.test("Stop follows the caller's signal", follows);
Deno.test("Stop follows the caller's signal without AbortSignal.any", () => {
  using _ = withoutAny();
  follows();
});

Deno.test("Stop lets go of the caller's signal when the call is over", () => {
  const controller = new CountedController();
  {
    using _ = withoutAny();
    const stop = new CallSignal(controller.signal);
    assertEquals([controller.listeners, stop.released], [1, false]);
    stop.release();
    assertEquals([controller.listeners, stop.released], [0, true]);
  }
  new CallSignal(controller.signal);
  assertEquals(controller.listeners, 0);
});

Deno.test("Stop takes a signal of another realm, which AbortSignal.any refuses", () => {
  const target = new EventTarget();
  const foreign = Object.assign(target, { aborted: false, reason: undefined as unknown });
  const stop = new CallSignal(foreign as unknown as AbortSignal);
  Object.assign(foreign, { aborted: true, reason: "enough" });
  target.dispatchEvent(new Event("abort"));
  assertStrictEquals((stop.error as Error).cause, "enough");
});

Deno.test("Stop tells whichever came first, the abort or our own error", () => {
  const own = new Error("time-out");
  const first = new AbortController();
  const aborted = new CallSignal(first.signal);
  first.abort();
  aborted.stop(own);
  assertStrictEquals((aborted.error as Error).name, "AbortError");
  const second = new AbortController();
  const stopped = new CallSignal(second.signal);
  stopped.stop(own);
  second.abort();
  assertStrictEquals(stopped.error, own);
});

Deno.test("Stop throws at once for a signal that is aborted already", () => {
  const error = assertThrows(() => new CallSignal(AbortSignal.abort("enough")), Error);
  assertEquals([error.name, error.cause], ["AbortError", "enough"]);
});

Deno.test("until() of Stop gives the outcome, or the error of the stop at once", async () => {
  const stop = new CallSignal(undefined);
  assertStrictEquals(await stop.until(Promise.resolve(1)), 1);
  const thrown = new Error("mine");
  assertStrictEquals(await stop.until(Promise.reject(thrown)).catch((error) => error), thrown);
  const waiting = stop.until(new Promise<never>(() => {}));
  const own = new Error("time-out");
  stop.stop(own);
  assertStrictEquals(await assertRejects(() => waiting, Error), own);
  assertStrictEquals(await assertRejects(() => stop.until(Promise.resolve(1)), Error), own);
  assertThrows(() => stop.throwIfStopped(), Error, "time-out");
});
