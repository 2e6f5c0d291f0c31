// Copyright 2026 the Rivulet authors. MIT license.

// Chromium through Playwright.

import type { Page } from "playwright-core";
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
      evaluate: (expression) => evaluate(page, expression),
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

/** Evaluates in the page that is there: if it is left meanwhile, in the one that comes after it. */
async function evaluate(page: Page, expression: string): Promise<string> {
  try {
    return await page.evaluate(expression);
  } catch (error) {
    if (!String(error).includes("most likely because of a navigation")) throw error;
    return await evaluate(page, expression);
  }
}
