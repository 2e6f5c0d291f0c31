// Copyright 2026 the Rivulet authors. MIT license.

/** A place in a text that may name a repository as `owner/name`. */
export interface Mention {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Whether it is a name in any letters: in an address, or behind a label as in "Context 9: a/b". */
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

/** A repository's address, whatever page of it. */
const ADDRESS =
  /(?<![\w.-])(?:www\.)?github\.com\/([A-Za-z0-9](?:-?[A-Za-z0-9]){0,38}\/[\w.-]*[\w-])(?!\.?[\w-])/gi;

/** Folders, and pages of GitHub itself: no owners. */
const NO_OWNERS = new Set(
  ("about apps bin collections dev docs etc explore features home lib login marketplace " +
    "notifications opt orgs search settings site sponsors src test tests tmp topics trending users " +
    "usr var www").split(" "),
);

/** Finds what may be the name of a repository, in order. */
export function findMentions(text: string): Mention[] {
  return [...namesIn(text), ...addressesIn(text)]
    .filter(({ name }) => !NO_OWNERS.has(name.slice(0, name.indexOf("/")).toLowerCase()))
    .sort((a, b) => a.start - b.start);
}

function namesIn(text: string): Mention[] {
  return [...text.matchAll(NAME)]
    .map((match) => ({
      name: match[0],
      start: match.index,
      end: match.index + match[0].length,
      isLabelled: LABEL.test(text.slice(Math.max(0, match.index - LABEL_LENGTH), match.index)),
    }));
}

/** An address leaves no doubt that a repository is meant. */
function addressesIn(text: string): Mention[] {
  return [...text.matchAll(ADDRESS)]
    .map((match) => {
      const name = match[1]!.replace(/\.git$/, "");
      const start = match.index + match[0].length - match[1]!.length;
      return { name, start, end: start + name.length, isLabelled: true };
    });
}

/** Whether a repository is meant: what stands out from its text, or behind a label, means one anyway. */
export function meansRepository(
  { name, isLabelled }: Mention,
  { isEmphasised }: { isEmphasised: boolean },
): boolean {
  return isEmphasised || isLabelled || looksLikeRepository(name);
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
