// Copyright 2026 the Rivulet authors. MIT license.

import { assert } from "@std/assert";

/** What grows with the square of this length takes hours, and what grows with it a second. */
const LENGTH = 240_000;

/** Only for the end of a test that fails. */
const LIMIT_MS = 60_000;

// What can begin something and does not end it, in Markdown, HTML, addresses, filters and terminals.
const units =
  '_ a_ [ [a]( ![a](b( [[ ]( ) < <a <!-- &a \\ # ` ``a * **a ~ ~~~\n :a :a: http:// https://a) | |a 1. 1) > - ( a/ a. a- -a " lang: lang:" $ $a \u001b[ \u001b] \u0301 \u200d é https://a. @ ! a'
    .split(" ");

units.push(" ", "\n", "a b ", "[1] ", "a/b ", "- - ");

Deno.test("no reader of texts grows faster than what it reads", async () => {
  const worker = new Worker(import.meta.resolve("../support/growth_worker.ts"), {
    type: "module",
  });
  let reading = "";
  const { promise, resolve } = Promise.withResolvers<boolean>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  worker.addEventListener("message", ({ data: { name, isDone } }) => {
    const unit = isDone || name === "start" ? units.shift() : undefined;
    if (isDone && unit === undefined) return resolve(true);
    reading = unit === undefined ? `${name} ${reading.slice(reading.indexOf("of"))}` : `of ${unit}`;
    clearTimeout(timer);
    timer = setTimeout(() => resolve(false), LIMIT_MS);
    if (unit !== undefined) worker.postMessage({ unit, length: LENGTH });
  });
  const isDone = await promise;
  clearTimeout(timer);
  worker.terminate();
  assert(isDone, `${reading} did not end`);
});
