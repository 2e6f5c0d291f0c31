// Copyright 2026 the Rivulet authors. MIT license.

/**
 * A GitHub user name as people enter it: with an @, or as the address of a profile. Undefined where
 * it is none.
 */
export function readUserName(text: string): string | undefined {
  const [, name = ""] = /^(?:https?:\/\/)?(?:www\.)?(?:github\.com\/)?@?([^/?#\s]*)\/?(?:[?#].*)?$/i
    .exec(text.trim()) ?? [];
  return /^[a-z\d](?:[a-z\d]|[-_](?=[a-z\d])){0,38}$/i.test(name) ? name : undefined;
}
