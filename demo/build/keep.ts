// Copyright 2026 the Rivulet authors. MIT license.

// Keeps a built page from one start to the next, in a folder that Git ignores.

import type { PageFiles } from "./bundle.ts";
import { pack, unpack } from "./pack.ts";

/** The page as it is served on this machine, or as it is put on a static host. */
export type Edition = "local" | "public";

/** Which page, and where it is kept. */
export interface Keep {
  readonly folder: URL;
  readonly edition: Edition;
  /** The state of the sources. */
  readonly version: string;
}

/** The page that is kept; undefined where there is none of this version, or a damaged one. */
export async function loadPage(keep: Keep): Promise<PageFiles | undefined> {
  try {
    return unpack(await Deno.readFile(pathOf(keep)));
  } catch {
    // Mostly there is none yet. Whatever else is wrong comes up when the next one is to be kept.
    return undefined;
  }
}

/** Keeps a page in place of the earlier versions of it, whole or not at all. */
export async function savePage(keep: Keep, files: PageFiles): Promise<void> {
  const { folder, edition } = keep;
  await Deno.mkdir(folder, { recursive: true });
  const path = pathOf(keep);
  const part = new URL(`${crypto.randomUUID()}.part`, folder);
  try {
    await Deno.writeFile(part, pack(files));
    await Deno.rename(part, path);
  } catch (error) {
    await Deno.remove(part).catch(() => {}); // It may never have been written.
    throw error;
  }
  for await (const { name } of Deno.readDir(folder)) {
    const url = new URL(name, folder);
    if (name.startsWith(`${edition}-`) && url.href !== path.href) await Deno.remove(url);
  }
}

function pathOf({ folder, edition, version }: Keep): URL {
  return new URL(`${edition}-${version}.page`, folder);
}
