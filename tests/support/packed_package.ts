// Copyright 2026 the Rivulet authors. MIT license.

import { mustRun, root } from "./commands.ts";

/**
 * Installs the package that npm users get into a folder, with other packages of npm, and without its
 * engine: nothing but an answer inside a browser may need it.
 */
export async function installPackage(
  folder: string,
  dependencies: Readonly<Record<string, string>> = {},
): Promise<void> {
  const packed = `${folder}/package.tgz`;
  await mustRun([Deno.execPath(), "pack", "--allow-dirty", "--output", packed], root);
  await Deno.writeTextFile(
    `${folder}/package.json`,
    JSON.stringify({ private: true, type: "module", dependencies }),
  );
  await mustRun(["npm", "install", "--no-audit", "--no-fund", "./package.tgz"], folder);
  await Deno.remove(`${folder}/node_modules/@mlc-ai/web-llm`, { recursive: true });
}

/** Puts a program of the tests into a folder as JavaScript that takes the library from the package. */
export async function bundleForPackage(entry: string, output: string): Promise<void> {
  await mustRun([
    ...[Deno.execPath(), "bundle", "--quiet", "--platform", "deno", "--external", "@rivulet/llm"],
    ...["--output", output, entry],
  ], root);
}
