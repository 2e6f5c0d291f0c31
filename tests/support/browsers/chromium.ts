// Copyright 2026 the Rivulet authors. MIT license.

// Chromium through Playwright.

import type { Page } from "playwright-core";
import { chromiumPath, launchChromium, launchProfile, SOFTWARE_WEBGPU } from "../chromium.ts";
import type { RunningBrowser, Tab, TabSize, TestBrowser } from "./driver.ts";

export const chromium: TestBrowser = {
  name: "Chromium",
  missing: chromiumPath === undefined ? "Debian's chromium" : undefined,
  missesCuts: false,
  graphics: "ready",
  canBlockSiteData: true,
  start: ({ blocksSiteData = false } = {}) => blocksSiteData ? startBlocked() : start(),
};

async function start(): Promise<RunningBrowser> {
  const browser = await launchChromium(SOFTWARE_WEBGPU);
  return {
    version: browser.version(),
    async openTab(size: TabSize = { width: 1280, height: 800 }) {
      const context = await browser.newContext({ viewport: size, colorScheme: "light" });
      return tabOf(await context.newPage(), () => context.close());
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** What a person forbids stands in the profile. */
async function startBlocked(): Promise<RunningBrowser> {
  const folder = await Deno.makeTempDir();
  const blocked = { profile: { "default_content_setting_values": { cookies: 2 } } };
  await Deno.mkdir(`${folder}/Default`);
  await Deno.writeTextFile(`${folder}/Default/Preferences`, JSON.stringify(blocked));
  const context = await launchProfile(folder);
  return {
    version: context.browser()?.version() ?? "",
    async openTab() {
      const page = await context.newPage();
      return tabOf(page, () => page.close());
    },
    async [Symbol.asyncDispose]() {
      await context.close();
      await Deno.remove(folder, { recursive: true });
    },
  };
}

function tabOf(page: Page, close: () => Promise<void>): Tab {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  return {
    errors,
    goTo: async (url) => void await page.goto(url),
    evaluate: (expression) => evaluate(page, expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    press: (key, modifier) =>
      page.keyboard.press(modifier === undefined ? key : `${modifier}+${key}`),
    type: (text) => page.keyboard.type(text),
    takePicture: () => page.screenshot(),
    async openBeside() {
      const beside = await page.context().newPage();
      return tabOf(beside, () => beside.close());
    },
    [Symbol.asyncDispose]: close,
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
