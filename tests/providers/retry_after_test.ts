// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals } from "@std/assert";
import { stub } from "@std/testing/mock";
import { FakeTime } from "@std/testing/time";
import { readRetryAfter } from "../../_internal/http/retry_after.ts";

const NOW = "Sun, 06 Nov 2044 08:49:30 GMT";

const dates: [what: string, value: string, ms: number | undefined][] = [
  ["the usual format", "Sun, 06 Nov 2044 08:49:37 GMT", 7000],
  ["the format of RFC 850", "Sunday, 06-Nov-44 08:49:37 GMT", 7000],
  ["the format of C", "Sun Nov  6 08:49:37 2044", 7000],
  ["a doubled date", "Sun, 06 Nov 2044 08:49:37 GMT, Sun, 06 Nov 2044 08:49:37 GMT", 7000],
  ["a number beside a date", "5, Sun, 06 Nov 2044 08:49:37 GMT", 7000],
  ["a date that is now", NOW, undefined],
  ["a date that is past", "Sun, 06 Nov 2044 08:49:29 GMT", undefined],
];

for (const [what, value, ms] of dates) {
  Deno.test(`readRetryAfter() reads ${what}`, () => {
    using _time = new FakeTime(NOW);
    assertEquals(readRetryAfter(value), ms);
  });
}

Deno.test("readRetryAfter() reads a date without a time zone in UTC, wherever it runs", () => {
  using parse = stub(Date, "parse", () => 0);
  readRetryAfter("Sun Nov  6 08:49:37 2044");
  assertEquals(parse.calls.map(({ args }) => args), [["Sun Nov  6 08:49:37 2044 GMT"]]);
});
