// Copyright 2026 the Rivulet authors. MIT license.

import { chromiumPath, launchChromium, SOFTWARE_WEBGPU } from "../support/chromium.ts";
import { mustRun, root } from "../support/commands.ts";
import type { ConsumerServer } from "./server.ts";

let packing: Promise<string> | undefined;

/** Packs the package for npm, once for all, and gives the folder with it. */
async function pack(): Promise<string> {
  const folder = await Deno.makeTempDir();
  const output = `${folder}/package.tgz`;
  await mustRun([Deno.execPath(), "pack", "--allow-dirty", "--output", output], root);
  return folder;
}

/** Removes what was packed. */
export async function removePacked(): Promise<void> {
  if (packing !== undefined) await Deno.remove(await packing, { recursive: true });
}

/** Installs the package in a project and runs one of its scripts. */
export async function build(folder: string, script: string): Promise<void> {
  packing ??= pack();
  await Deno.copyFile(`${await packing}/package.tgz`, `${folder}/package.tgz`);
  await mustRun(["npm", "install", "--no-audit", "--no-fund", "./package.tgz"], folder);
  await mustRun(["npm", "run", script], folder);
}

/** Checks and runs a program of Deno, with the package of this folder in place of JSR's. */
export async function runInDeno(folder: string, file: string, ...args: string[]): Promise<string> {
  const path = `${folder}/deno.json`;
  const config = JSON.parse(await Deno.readTextFile(path));
  await Deno.writeTextFile(path, JSON.stringify({ ...config, links: [root.pathname] }));
  await mustRun([Deno.execPath(), "check", file], folder);
  return await mustRun([Deno.execPath(), "run", "--allow-net", file, ...args], folder);
}

/** What the page of a build answers, or undefined where there is no browser. */
export async function askPage({ baseUrl }: ConsumerServer): Promise<string | undefined> {
  if (chromiumPath === undefined) return undefined;
  const browser = await launchChromium(SOFTWARE_WEBGPU);
  try {
    const page = await browser.newPage();
    await page.goto(baseUrl);
    await page.waitForFunction(() => "answer" in globalThis);
    type Page = { answer(baseUrl: string): Promise<string> };
    return await page.evaluate((url) => (globalThis as unknown as Page).answer(url), baseUrl);
  } finally {
    await browser.close();
  }
}
