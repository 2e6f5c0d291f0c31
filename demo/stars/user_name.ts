// Copyright 2026 the Rivulet authors. MIT license.

const NAME =
  /^(?:(?:https?:\/\/)?(?:www\.)?github\.com\/)?@?([a-z\d](?:[a-z\d]|[-_](?=[a-z\d])){0,38})\/?(?:[?#].*)?$/i;

/**
 * A GitHub user name as people enter it: with an @, or as the address of a profile. Undefined where
 * it is none.
 */
export function readUserName(text: string): string | undefined {
  return NAME.exec(text.trim())?.[1];
}
