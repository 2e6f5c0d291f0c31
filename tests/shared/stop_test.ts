// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { CallSignal } from "../../_internal/core/call_signal.ts";
import { CountedController } from "../support/counted_controller.ts";

Deno.test("Stop follows the caller's signal", () => {
  const controller = new AbortController();
  const stop = new CallSignal(controller.signal);
  assertEquals([stop.stopped, stop.signal.aborted], [false, false]);
  controller.abort("enough");
  assertEquals([stop.stopped, stop.signal.aborted], [true, true]);
  const { name, cause } = stop.error as Error;
  assertEquals([name, cause], ["AbortError", "enough"]);
});

Deno.test("Stop lets go of the caller's signal when the call is over", () => {
  const controller = new CountedController();
  const stop = new CallSignal(controller.signal);
  assertEquals([controller.listeners, stop.released], [1, false]);
  stop.release();
  assertEquals([controller.listeners, stop.released], [0, true]);
});

// Node 20 warns of a leak from the eleventh listener on.
Deno.test("Stop puts one listener on a signal that many calls share, until the last is over", () => {
  const controller = new CountedController();
  const stops = Array.from({ length: 20 }, () => new CallSignal(controller.signal));
  for (const stop of stops.slice(1)) stop.release();
  stops[1]!.release();
  assertEquals(controller.listeners, 1);
  const late = new CallSignal(controller.signal);
  assertEquals(controller.listeners, 1);
  controller.abort("enough");
  assertEquals([stops[0]!.signal.aborted, late.signal.aborted], [true, true]);
  assertEquals([stops[1]!.signal.aborted, stops[1]!.stopped], [false, true]);
  stops[0]!.release();
  late.release();
  assertEquals(controller.listeners, 0);
});

Deno.test("Stop knows of an abort before the listeners of the signal that come behind hear of it", () => {
  const controller = new AbortController();
  const own = new Error("time-out");
  const stops: CallSignal[] = [];
  controller.signal.addEventListener("abort", () => {
    for (const stop of stops) stop.stop(own);
  });
  const stop = new CallSignal(controller.signal);
  stops.push(stop);
  controller.abort("enough");
  assertEquals([(stop.error as Error).cause, stop.signal.reason], ["enough", "enough"]);
});

Deno.test("Stop takes a signal of another realm", () => {
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
