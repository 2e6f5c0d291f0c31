// Copyright 2026 the Rivulet authors. MIT license.

import { assertRejects, assertStrictEquals } from "@std/assert";
import { until, within } from "./until.ts";

Deno.test("until() ends when the condition holds", async () => {
  let asked = 0;
  await until(() => ++asked === 3, "the third time");
  assertStrictEquals(asked, 3);
});

Deno.test("until() rejects with what was waited for", async () => {
  await assertRejects(
    () => until(() => false, "a miracle", { limitMs: 1 }),
    Error,
    "Waited 1 ms in vain for a miracle",
  );
});

Deno.test("within() hands on the outcome, and rejects where there is none", async () => {
  assertStrictEquals(await within(Promise.resolve(1), "a number"), 1);
  await assertRejects(() => within(Promise.reject(new TypeError("no")), "a number"), TypeError);
  await assertRejects(
    () => within(new Promise(() => {}), "a miracle", { limitMs: 1 }),
    Error,
    "Waited 1 ms in vain for a miracle",
  );
});
