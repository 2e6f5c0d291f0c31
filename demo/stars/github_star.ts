// Copyright 2026 the Rivulet authors. MIT license.

import { readRepository } from "./read_repository.ts";
import type { Repository } from "./repository.ts";

/** A page of stars, as far as it can be read. */
export interface StarList {
  readonly repositories: readonly Repository[];
  /** How many entries are left out. */
  readonly unreadable: number;
}

/**
 * Reads what GitHub sends for a page of stars, and leaves out what is no repository. Throws a
 * TypeError where it is something else, or nothing of it can be read.
 */
export function readStarList(page: unknown): StarList {
  if (!Array.isArray(page)) throw new TypeError("A page of stars must be a list");
  const repositories = page.map(readStar).filter((repository) => repository !== undefined);
  if (repositories.length === 0 && page.length > 0) throw new TypeError("A star must have a name");
  return { repositories, unreadable: page.length - repositories.length };
}

function readStar(entry: unknown): Repository | undefined {
  // A server that does not know of the dates sends the repository alone.
  const { starred_at: starredAt, repo = entry } = fieldsOf(entry);
  const fields = fieldsOf(repo);
  const license = fieldsOf(fields["license"])["spdx_id"];
  return readRepository({
    fullName: fields["full_name"],
    description: fields["description"],
    language: fields["language"],
    topics: fields["topics"],
    // GitHub says NOASSERTION where it does not know the licence.
    license: license === "NOASSERTION" ? undefined : license,
    stars: fields["stargazers_count"],
    archived: fields["archived"],
    pushedAt: fields["pushed_at"],
    starredAt,
  });
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? value as Record<string, unknown> : {};
}
