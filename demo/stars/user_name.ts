// Copyright 2026 the Rivulet authors. MIT license.

/** A profile, a repository of it, or one of its lists of stars. */
const ADDRESS = /^(?:https?:\/\/)?(?:www\.)?github\.com\/(?:stars\/)?([^/?#]+)/i;

/** Old names have hyphens in a row, or at their end. */
const NAME = /^@?([a-z\d][a-z\d_-]{0,38})\/?(?:[?#].*)?$/i;

/**
 * A GitHub user name as people enter it: with an @, or as an address that it stands in. Undefined
 * where it is none.
 */
export function readUserName(text: string): string | undefined {
  const words = text.trim();
  return NAME.exec(ADDRESS.exec(words)?.[1] ?? words)?.[1];
}
