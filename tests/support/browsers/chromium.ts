// Copyright 2026 the Rivulet authors. MIT license.

// Chromium through Playwright.

import { chromiumPath, launchChromium, SOFTWARE_WEBGPU } from "../chromium.ts";
import type { RunningBrowser, Tab, TabSize, TestBrowser } from "./driver.ts";

export const chromium: TestBrowser = {
  name: "Chromium",
  missing: chromiumPath === undefined ? "Debian's chromium" : undefined,
  missesCuts: false,
  graphics: "ready",
  start,
};

async function start(): Promise<RunningBrowser> {
  const browser = await launchChromium(SOFTWARE_WEBGPU);

  async function openTab(size: TabSize = { width: 1280, height: 800 }): Promise<Tab> {
    const context = await browser.newContext({ viewport: size, colorScheme: "light" });
    const page = await context.newPage();
    return {
      goTo: async (url) => void await page.goto(url),
      evaluate: (expression) => page.evaluate(expression),
      clickAt: (x, y) => page.mouse.click(x, y),
      press: (key, modifier) =>
        page.keyboard.press(modifier === undefined ? key : `${modifier}+${key}`),
      type: (text) => page.keyboard.type(text),
      takePicture: () => page.screenshot(),
      [Symbol.asyncDispose]: () => context.close(),
    };
  }

  return {
    version: browser.version(),
    openTab,
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
