// Copyright 2026 the Rivulet authors. MIT license.

// Firefox through Puppeteer, which speaks WebDriver BiDi with it.

import { type BrowserContext, type KeyInput, launch } from "puppeteer-core";
import type { RunningBrowser, Tab, TabSize, TestBrowser } from "./driver.ts";
import { findProgram } from "./programs.ts";

const path = findProgram(
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
  "C:\\Program Files\\Mozilla Firefox\\firefox.exe",
);

export const firefox: TestBrowser = {
  name: "Firefox",
  missing: path === undefined ? "Debian's firefox-esr" : undefined,
  missesCuts: false,
  graphics: hasVulkan() ? "ready" : "missing",
  canBlockSiteData: true,
  start,
};

/** On Linux an adapter needs a driver, of which Debian's mesa-vulkan-drivers has one for processors. */
function hasVulkan(): boolean {
  if (Deno.build.os !== "linux") return true;
  try {
    return [...Deno.readDirSync("/usr/share/vulkan/icd.d")].length > 0;
  } catch {
    return false;
  }
}

const PREFERENCES = {
  // A graphics adapter that counts on the processor.
  "dom.webgpu.enabled": true,
  "gfx.webgpu.ignore-blocklist": true,
  // The page reads back what it has copied.
  "dom.events.testing.asyncClipboard": true,
  "ui.systemUsesDarkTheme": 0,
};

/** What Firefox itself says of what it refuses: no script has thrown that. */
const OWN_WORDS = /Content-Security-Policy|ServiceWorker|service worker/;

/** Nothing may be kept: neither cookies nor what else sites keep. */
const BLOCKED = { "network.cookie.cookieBehavior": 2 };

async function start({ blocksSiteData = false } = {}): Promise<RunningBrowser> {
  if (path === undefined) throw new Error(`Install ${firefox.missing}`);
  // It writes beside its profile as well, where a machine may let it not.
  const home = await Deno.makeTempDir();
  const browser = await launch({
    browser: "firefox",
    executablePath: path,
    headless: true,
    env: { ...Deno.env.toObject(), HOME: home },
    extraPrefsFirefox: blocksSiteData ? { ...PREFERENCES, ...BLOCKED } : PREFERENCES,
  });

  async function openTab(size: TabSize = { width: 1280, height: 800 }): Promise<Tab> {
    const context = await browser.createBrowserContext();
    return await openIn(context, size, () => context.close());
  }

  return {
    version: (await browser.version()).replace(/^.*\//, ""),
    openTab,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await Deno.remove(home, { recursive: true });
    },
  };
}

async function openIn(
  context: BrowserContext,
  size: TabSize,
  close?: () => Promise<void>,
): Promise<Tab> {
  const page = await context.newPage();
  await page.setViewport(size);
  const errors: string[] = [];
  page.on("pageerror", (error) => {
    if (!OWN_WORDS.test(String(error))) errors.push(String(error));
  });
  return {
    errors,
    goTo: async (url) => void await page.goto(url),
    evaluate: async (expression) => String(await page.evaluate(expression)),
    clickAt: (x, y) => page.mouse.click(x, y),
    async press(key, modifier) {
      if (modifier !== undefined) await page.keyboard.down(modifier);
      await page.keyboard.press(key as KeyInput);
      if (modifier !== undefined) await page.keyboard.up(modifier);
    },
    type: (text) => page.keyboard.type(text),
    takePicture: () => page.screenshot(),
    openBeside: () => openIn(context, size),
    [Symbol.asyncDispose]: close ?? (() => page.close()),
  };
}
