// Copyright 2026 the Rivulet authors. MIT license.

/** A repository that can be found and recommended. */
export interface Repository {
  /** `owner/name`. */
  readonly fullName: string;
  readonly description: string;
  /** The main programming language. */
  readonly language?: string;
  readonly topics: readonly string[];
  /** An SPDX id. */
  readonly license?: string;
  readonly stars: number;
  readonly archived: boolean;
  /** The last push, as an ISO date; unknown in the sample. */
  readonly pushedAt?: string;
  /** When the person starred it, as an ISO date; the sample belongs to nobody. */
  readonly starredAt?: string;
}

/** A list of repositories to search in. */
export interface Collection {
  /** Whose or what list it is, such as `@ana` or `Sample`. */
  readonly title: string;
  readonly repositories: readonly Repository[];
  /** The month to which the star counts belong, where that is not now. */
  readonly countsAsOf?: string;
}

/** An owner of 39 characters, a slash and a name of 100. */
const MAX_FULL_NAME = 140;

/** Whether a text is a name as GitHub allows it. Such a name is safe wherever it is shown. */
export function isFullName(text: string): boolean {
  // `.` and `..` are no names, and would lead an address elsewhere.
  return text.length <= MAX_FULL_NAME && /^(?!\.{1,2}\/)[\w.-]+\/(?!\.{1,2}$)[\w.-]+$/.test(text);
}

/** The page of a repository. */
export function pageOf({ fullName }: Pick<Repository, "fullName">): string {
  return `https://github.com/${fullName}`;
}
