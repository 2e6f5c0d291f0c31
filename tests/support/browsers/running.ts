// Copyright 2026 the Rivulet authors. MIT license.

import type { RunningBrowser, TestBrowser } from "./driver.ts";

const running = new Map<TestBrowser, Promise<RunningBrowser>>();

Deno.test.afterAll(async () => {
  for (const browser of running.values()) await (await browser)[Symbol.asyncDispose]();
});

/** The browser, which is started once for all tests of a file and closed after the last one. */
export function runningBrowser(browser: TestBrowser): Promise<RunningBrowser> {
  const started = running.get(browser) ?? browser.start();
  running.set(browser, started);
  return started;
}
