// Copyright 2026 the Rivulet authors. MIT license.

/**
 * The browsers in which tests run, each through a driver that fits it, in one form.
 *
 * @module
 */

import { chromium } from "./chromium.ts";
import type { TestBrowser } from "./driver.ts";
import { firefox } from "./firefox.ts";
import { webkit } from "./webkit.ts";

export { callIn, type RunningBrowser, type Tab, type TestBrowser } from "./driver.ts";
export { runningBrowser } from "./running.ts";

/** All of them, installed or not. */
export const testBrowsers: readonly TestBrowser[] = [chromium, firefox, webkit];
