// Copyright 2026 the Rivulet authors. MIT license.

/** A place in a text that may name a repository as `owner/name`. */
export interface Mention {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Whether a label stands before it, as in "Context 9: a/b": then it is a name in any letters. */
  readonly isLabelled: boolean;
}

/** What stands before a name that a model takes from its context, or makes up. */
const LABEL =
  /(?:(?:context|source|repository|repo)(?:\s{0,3}:|\s{0,3}\d{1,3}\s{0,3}:?)|\[\d{1,3}\]:?)[\s*_`]{0,5}$/i;
/** So far back a label is looked for. */
const LABEL_LENGTH = 30;

// GitHub's rule for owners and names; not inside a path, an address or another word.
const NAME =
  /(?<![\w./@:\\-])[A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}\/[\w.-]*[\w-](?![\w/\\-]|\.[\w-])/g;

/** Folders, not owners. */
const FOLDERS = new Set("bin dev docs etc home lib opt src test tests tmp usr var www".split(" "));

/** Finds what may be the name of a repository. */
export function findMentions(text: string): Mention[] {
  return [...text.matchAll(NAME)]
    .map((match) => ({
      name: match[0],
      start: match.index,
      end: match.index + match[0].length,
      isLabelled: LABEL.test(text.slice(Math.max(0, match.index - LABEL_LENGTH), match.index)),
    }))
    .filter(({ name }) => !FOLDERS.has(name.slice(0, name.indexOf("/")).toLowerCase()));
}

/**
 * Whether running text means a repository by it and not two words with a slash, as in "read/write"
 * or "TCP/IP". What is emphasised or cited means one anyway.
 */
export function looksLikeRepository(name: string): boolean {
  const isAcronyms = name === name.toUpperCase();
  const slash = name.indexOf("/");
  const hasSigns = /[\d._-]|[a-z][A-Z]|^[A-Z]/.test(name) || /[A-Z]/.test(name.slice(slash + 1));
  return !isAcronyms && hasSigns && !/^\d+\/\d+$/.test(name);
}
