// Copyright 2026 the Rivulet authors. MIT license.

// The page, from where it is kept or else built.

import { buildPage, type Shrink } from "./bundle.ts";
import type { PageFiles } from "./page_files.ts";
import { type Edition, type Keep, loadPage, savePage } from "./keep.ts";
import { say } from "./say.ts";
import { versionOfSources } from "./sources.ts";

const ROOT = new URL("../../", import.meta.url);
const FOLDER = new URL(".rivulet/page/", ROOT);

/** Where an edition of the page of today's sources is kept. */
export async function keepOf(edition: Edition): Promise<Keep> {
  return { folder: FOLDER, edition, version: await versionOfSources(ROOT) };
}

/** The page for this machine or, with `shrink`, for a static host; says so where it has to build. */
export async function getPage(
  { shrink }: { shrink?: Shrink | undefined } = {},
): Promise<PageFiles> {
  const keep = await keepOf(shrink === undefined ? "local" : "public");
  const kept = await loadPage(keep);
  if (kept !== undefined) return kept;
  say("Building the page…");
  const files = await buildPage({ shrink });
  try {
    await savePage(keep, files);
  } catch (error) {
    // The page is there all the same; only the next start has to build it again.
    say(
      `The build is not kept for the next start: ${error instanceof Error ? error.message : error}`,
    );
  }
  return files;
}
