// Copyright 2026 the Rivulet authors. MIT license.

// The project as a fresh clone has it, with what has been changed here since.

import { root } from "./commands.ts";

/** Copies the project into a folder, without what Git ignores. */
export async function copyProject(folder: string): Promise<void> {
  const ignored = await Deno.readTextFile(new URL(".gitignore", root));
  // Each line is the name of a folder, some of them with the root of the project before it.
  const left = new Set([".git", ...ignored.split("\n").map((line) => line.replaceAll("/", ""))]);
  await copyFolder(root, { target: folder, left });
}

async function copyFolder(
  source: URL,
  { target, left }: { target: string; left: ReadonlySet<string> },
): Promise<void> {
  await Deno.mkdir(target, { recursive: true });
  for await (const { name, isDirectory } of Deno.readDir(source)) {
    if (left.has(name)) continue;
    if (isDirectory) {
      await copyFolder(new URL(`${name}/`, source), { target: `${target}/${name}`, left });
    } else {
      await Deno.copyFile(new URL(name, source), `${target}/${name}`);
    }
  }
}
