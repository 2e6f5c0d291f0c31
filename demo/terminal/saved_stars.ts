// Copyright 2026 the Rivulet authors. MIT license.

import type { SavedStars } from "../stars/star_sync.ts";

/** In the project's folder, so that the program needs no permission for any other. */
export const FOLDER = ".rivulet";

/** The stars that an earlier run has read. */
export async function loadStars(user: string): Promise<SavedStars | undefined> {
  try {
    return JSON.parse(await Deno.readTextFile(pathOf(user)));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    // A file that was cut while it was written holds nothing that GitHub does not have.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export async function saveStars(stars: SavedStars): Promise<void> {
  await Deno.mkdir(FOLDER, { recursive: true });
  await Deno.writeTextFile(pathOf(stars.user), JSON.stringify(stars));
}

function pathOf(user: string): string {
  return `${FOLDER}/stars-${user.toLowerCase()}.json`;
}
