// Copyright 2026 the Rivulet authors. MIT license.

import { within } from "../until.ts";
import type { RunningBrowser, TestBrowser } from "./driver.ts";

/** Long, since other files start their browsers at the same time. */
const START_LIMIT_MS = 120_000;

const running = new Map<TestBrowser, Promise<RunningBrowser>>();

Deno.test.afterAll(async () => {
  for (const browser of running.values()) await (await browser)[Symbol.asyncDispose]();
});

/** The browser, which is started once for all tests of a file and closed after the last one. */
export function runningBrowser(browser: TestBrowser): Promise<RunningBrowser> {
  const started = running.get(browser) ??
    within(browser.start(), `${browser.name} to start`, { limitMs: START_LIMIT_MS });
  running.set(browser, started);
  return started;
}
