// Copyright 2026 the Rivulet authors. MIT license.

import { isFullName, pageOf, type Repository } from "../stars/repository.ts";
import type { KeptFiles } from "./kept_files.ts";

const NAME = "last.json";

/** Keeps the addresses of the matches, so that the next run can open one by its number. */
export async function keepMatches(
  files: KeptFiles,
  matches: readonly Repository[],
): Promise<void> {
  await files.tryToWrite(NAME, new TextEncoder().encode(JSON.stringify(matches.map(pageOf))));
}

/** The addresses of the matches of the last run, best first; none where they are not known. */
export async function lastMatches(files: KeptFiles): Promise<string[]> {
  const bytes = await files.read(NAME);
  if (bytes === undefined) return [];
  try {
    const pages: unknown[] = JSON.parse(new TextDecoder().decode(bytes));
    return pages.filter(isPage);
  } catch {
    return [];
  }
}

/** The addresses go to whatever opens them: none but a repository's is taken from a file. */
function isPage(page: unknown): page is string {
  const start = pageOf({ fullName: "" });
  return typeof page === "string" && page.startsWith(start) && isFullName(page.slice(start.length));
}
