// Copyright 2026 the Rivulet authors. MIT license.

// Starting a browser takes longer than most tests: the tests of a file share one for each set of
// flags, and each has a context of its own in it, which is as good as a fresh profile.

import type { Browser } from "playwright-core";
import { headlessShellPath, launchChromium } from "./chromium.ts";

const browsers = new Map<string, Promise<Browser>>();

Deno.test.afterAll(async () => {
  for (const browser of browsers.values()) await (await browser).close();
});

/** What a test that uses a shared browser needs: the browser outlives the test. */
export const OUTLIVED = { sanitizeOps: false, sanitizeResources: false } as const;

/**
 * The browser with these flags, which is closed after the last test of the file: the headless shell,
 * where no other path is given.
 */
export function sharedBrowser(
  flags: readonly string[] = [],
  path: string | undefined = headlessShellPath,
): Promise<Browser> {
  const key = [path, ...flags].join(" ");
  const browser = browsers.get(key) ?? launchChromium(flags, path);
  browsers.set(key, browser);
  return browser;
}
