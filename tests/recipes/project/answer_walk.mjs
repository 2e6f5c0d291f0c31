// Copyright 2026 the Rivulet authors. MIT license.

// What a person does with a component that shows an answer and its state, and what is to be seen.

import assert from "node:assert/strict";

/** Asks, fails, stops and asks over a running answer; leaves an endless one. */
export async function walkThrough(main) {
  const press = (name) => main.querySelector(`[name=${name}]`).click();
  const shown = async (text) => {
    const end = Date.now() + 10_000;
    while (main.querySelector("p").textContent !== text) {
      assert(Date.now() < end, `Expected "${text}", got "${main.textContent}"`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  press("hello");
  await shown("done: Hello 🌍!\n");
  press("failing");
  await shown("Provider request failed (500): ");
  press("endless");
  await shown("running: Hello");
  press("stop");
  await shown("stopped: Hello");
  press("endless");
  await shown("running: Hello");
  press("hello");
  await shown("done: Hello 🌍!\n");
  press("endless");
  await shown("running: Hello");
}
