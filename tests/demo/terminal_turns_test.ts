// Copyright 2026 the Rivulet authors. MIT license.

// A text that comes at once is shown in slices, with turns for everything else between them.

import { assert, assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { TextTurns } from "../../demo/terminal/text_turns.ts";

const SLICE = 2000;

/** A clock that is always late: each look at it leads to a turn. */
function lateClock(): Disposable {
  const { now } = performance;
  let time = 0;
  performance.now = () => time += 1000;
  return { [Symbol.dispose]: () => void (performance.now = now) };
}

/** What was shown, in pieces. */
function show({ signal = new AbortController().signal } = {}) {
  const shown: string[] = [];
  return { shown, turns: new TextTurns((text) => shown.push(text), { signal }) };
}

Deno.test("TextTurns shows what comes in small pieces at once", () => {
  const { shown, turns } = show();
  turns.push("a");
  turns.push("b");
  assertEquals(shown, ["a", "b"]);
});

Deno.test("TextTurns shows a long piece in slices, and a timer has its turn behind each", async () => {
  using _clock = lateClock();
  const { shown, turns } = show();
  const text = "a😀".repeat(20 * SLICE);
  let most = 0;
  let before = 0;
  const timer = setInterval(() => {
    most = Math.max(most, shown.length - before);
    before = shown.length;
  });
  turns.push(text);
  await turns.end();
  clearInterval(timer);
  assertStrictEquals(shown.join(""), text);
  assert(shown.length >= 50);
  for (const slice of shown) assert(slice.length <= SLICE + 1 && slice.isWellFormed());
  assert(most <= 2, `${most} slices in a row`);
});

Deno.test("TextTurns shows small pieces that come without a turn in slices too", async () => {
  using _clock = lateClock();
  const { shown, turns } = show();
  for (let count = 0; count < 10 * SLICE; count++) turns.push("a");
  assertStrictEquals(shown.join("").length, SLICE);
  await turns.end();
  assertStrictEquals(shown.join(""), "a".repeat(10 * SLICE));
  for (const slice of shown) assert(slice.length <= SLICE);
});

Deno.test("TextTurns keeps the order of what comes while it shows", async () => {
  const { shown, turns } = show();
  turns.push("a".repeat(3 * SLICE));
  await new Promise((resolve) => setTimeout(resolve));
  turns.push("b");
  await turns.end();
  turns.push("c");
  assertStrictEquals(shown.join(""), `${"a".repeat(3 * SLICE)}bc`);
});

Deno.test("TextTurns ends at an abort with its reason, and shows no more", async () => {
  using _clock = lateClock();
  const controller = new AbortController();
  const { shown, turns } = show({ signal: controller.signal });
  turns.push("a".repeat(100 * SLICE));
  setTimeout(() => controller.abort(new Error("Enough")));
  await assertRejects(() => turns.end(), Error, "Enough");
  assert(shown.length < 10, `${shown.length} slices`);
});

Deno.test("TextTurns tells why a piece could not be shown, at its end and at the next piece", async () => {
  const signal = new AbortController().signal;
  const turns = new TextTurns((text) => {
    if (text.includes("b")) throw new Error("No room");
  }, { signal });
  turns.push("ab".repeat(SLICE));
  await assertRejects(() => turns.end(), Error, "No room");
  assertThrows(() => turns.push("c"), Error, "No room");
});
