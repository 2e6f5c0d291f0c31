// Copyright 2026 the Rivulet authors. MIT license.

import { assertEquals, assertStrictEquals } from "@std/assert";
import type { Page } from "playwright-core";
import type { Question } from "./support/page.ts";
import { chat } from "./support/page_halves.ts";
import { test } from "./support/visit.ts";

/** Waits until the page has so many graphics devices of as many that were made. */
async function hasDevices(tab: Page, devices: { live: number; made: number }): Promise<void> {
  await tab.waitForFunction(
    (wanted) => JSON.stringify((globalThis as { devices?: unknown }).devices) === wanted,
    JSON.stringify(devices),
  );
}

for (const model of ["cut-q4f32", "many-q4f32"]) {
  test(`a scripted page keeps no graphics device after failed loads of ${model}`, async ({ page, site, tab }) => {
    const question: Question = { setup: "scripted page", model, allow: true };
    site.statuses.set("many_2.bin", 500);
    for (let made = 1; made <= 3; made++) {
      assertStrictEquals((await page.ask(question)).error?.code, "engine");
      await hasDevices(tab, { live: 0, made });
    }
  });
}

test("a scripted page keeps the device of a model that is loaded, and frees it with the model", async ({ page, tab }) => {
  const question: Question = { ...chat.question, setup: "scripted page", allow: true };
  for (let time = 0; time < 2; time++) {
    await page.ask(question);
    await hasDevices(tab, { live: 1, made: 1 });
  }
  await page.deleteModel(question);
  await hasDevices(tab, { live: 0, made: 1 });
});

test("a scripted page leaves the devices of others alone when a load fails", async ({ page, tab }) => {
  const question: Question = { ...chat.question, setup: "scripted page", allow: true };
  await page.ask(question);
  await tab.evaluate(async () => {
    const { gpu } = navigator as unknown as {
      gpu: { requestAdapter(): Promise<{ requestDevice(): Promise<unknown> }> };
    };
    Object.assign(globalThis, { mine: await (await gpu.requestAdapter()).requestDevice() });
  });
  // On this page each model has a provider of its own.
  const cut: Question = { setup: "scripted page", model: "cut-q4f32", allow: true };
  assertStrictEquals((await page.ask(cut)).error?.code, "engine");
  await hasDevices(tab, { live: 2, made: 3 });
  assertEquals((await page.ask(question)).tokens, chat.result.tokens);
});
