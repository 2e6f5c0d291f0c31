// Copyright 2026 the Rivulet authors. MIT license.

import { chromiumPath, launchChromium, SOFTWARE_WEBGPU } from "../support/chromium.ts";
import { mustRun, root } from "../support/commands.ts";
import type { ConsumerServer } from "./server.ts";

/** Folders that outlive a project: of the packed package, and of what has been installed. */
const folders: string[] = [];

let packing: Promise<string> | undefined;

/** What has been installed, by what the projects asked for. */
const installing = new Map<string, Promise<string>>();

async function makeFolder(): Promise<string> {
  const folder = await Deno.makeTempDir();
  folders.push(folder);
  return folder;
}

/** Packs the package for npm, once for all, and gives its path. */
async function pack(): Promise<string> {
  const output = `${await makeFolder()}/package.tgz`;
  await mustRun([Deno.execPath(), "pack", "--allow-dirty", "--output", output], root);
  return output;
}

/** Installs what a project asks for, and the package, and gives the folder of the packages. */
async function install(project: string): Promise<string> {
  const folder = await makeFolder();
  await Deno.copyFile(await (packing ??= pack()), `${folder}/package.tgz`);
  await Deno.writeTextFile(`${folder}/package.json`, project);
  await mustRun(["npm", "install", "--no-audit", "--no-fund", "./package.tgz"], folder);
  return `${folder}/node_modules`;
}

/** Removes what was packed and installed. */
export async function removeInstalled(): Promise<void> {
  for (const folder of folders) await Deno.remove(folder, { recursive: true });
}

/** Gives a project its packages, which are installed once for all that ask for the same. */
export async function build(folder: string, script: string): Promise<void> {
  const project = await Deno.readTextFile(`${folder}/package.json`);
  const installed = installing.get(project) ?? install(project);
  installing.set(project, installed);
  await Deno.symlink(await installed, `${folder}/node_modules`);
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
