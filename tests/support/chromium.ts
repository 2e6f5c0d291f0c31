// Copyright 2026 the Rivulet authors. MIT license.

import { type Browser, type BrowserContext, chromium } from "playwright-core";

const PLACES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/**
 * Where Chromium is; undefined where there is none, and then a test that needs it is to be ignored.
 */
export const chromiumPath: string | undefined = PLACES.find(isFile);

/**
 * Chromium without all that is around a page, which takes half the work for a visit: Playwright's
 * own choice where nobody looks. It asks no person for a permission. Else Chromium itself.
 */
export const headlessShellPath: string | undefined =
  ["/usr/bin/chromium-headless-shell"].find(isFile) ?? chromiumPath;

const QUIET = [
  "--no-sandbox",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Flags that give WebGPU without a graphics card, and without shader-f16. */
export const SOFTWARE_WEBGPU: string[] = [
  "--enable-unsafe-webgpu",
  "--use-webgpu-adapter=swiftshader",
  "--enable-features=Vulkan",
  "--enable-unsafe-swiftshader",
];

/** Starts Chromium, to be closed by its user. */
export async function launchChromium(
  flags: readonly string[] = [],
  executablePath: string | undefined = chromiumPath,
): Promise<Browser> {
  if (executablePath === undefined) throw new Error("Install Chromium, none was found");
  return await chromium.launch({ executablePath, args: [...QUIET, ...flags] });
}

/** Starts Chromium with the profile in a folder, to be closed by its user. */
export async function launchProfile(folder: string): Promise<BrowserContext> {
  if (chromiumPath === undefined) throw new Error("Install Chromium, none was found");
  return await chromium.launchPersistentContext(folder, {
    executablePath: chromiumPath,
    args: QUIET,
  });
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
