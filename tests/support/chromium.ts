// Copyright 2026 the Rivulet authors. MIT license.

import { type Browser, chromium } from "playwright-core";

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
export async function launchChromium(flags: string[] = []): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error("Install Chromium, none was found");
  return await chromium.launch({ executablePath: chromiumPath, args: [...QUIET, ...flags] });
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
