// Copyright 2026 the Rivulet authors. MIT license.

// The project as a fresh clone has it, with what has been changed here since.

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { mustRun, root } from "./commands.ts";

/** Copies all that Git knows, and what is new and not ignored, into a folder. */
export async function copyProject(folder: string): Promise<void> {
  const list = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"];
  const names = new Set((await mustRun(list, root)).split("\0").filter((name) => name !== ""));
  for (const name of names) {
    const source = fileURLToPath(new URL(encodeURI(name), root));
    const target = `${folder}/${name}`;
    await Deno.mkdir(dirname(target), { recursive: true });
    try {
      await Deno.copyFile(source, target);
    } catch (error) {
      // Git goes on listing what was deleted until that is committed.
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
}
