// Copyright 2026 the Rivulet authors. MIT license.

// Keeps a built page from one start to the next, in a folder that Git ignores.

import { fileURLToPath } from "node:url";
import { readOwnFile, removeOwnFiles, replaceOwnFile } from "../shared/own_files.ts";
import type { PageFiles } from "./page_files.ts";
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
    return unpack(await readOwnFile(pathOf(keep), nameOf(keep)));
  } catch {
    // Mostly there is none yet. Whatever else is wrong comes up when the next one is to be kept.
    return undefined;
  }
}

/** Keeps a page in place of the earlier versions of it, whole or not at all. */
export async function savePage(keep: Keep, files: PageFiles): Promise<void> {
  const current = nameOf(keep);
  await replaceOwnFile(pathOf(keep), current, pack(files));
  await removeOwnFiles(
    pathOf(keep),
    (name) => name.startsWith(`${keep.edition}-`) && name !== current,
  );
}

function nameOf({ edition, version }: Keep): string {
  return `${edition}-${version}.page`;
}

function pathOf({ folder }: Keep): string {
  return fileURLToPath(folder).replace(/[\\/]$/, "");
}
