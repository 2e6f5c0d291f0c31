// Copyright 2026 the Rivulet authors. MIT license.

import { readRepository } from "./read_repository.ts";
import type { Repository } from "./repository.ts";

/** Reads what GitHub sends for a page of stars. Throws a TypeError where it is something else. */
export function readStarList(page: unknown): Repository[] {
  if (!Array.isArray(page)) throw new TypeError("A page of stars must be a list");
  return page.map(readStar);
}

function readStar(entry: unknown): Repository {
  const { starred_at: starredAt, repo } = fieldsOf(entry);
  const fields = fieldsOf(repo);
  const license = fieldsOf(fields["license"] ?? {})["spdx_id"];
  const repository = readRepository({
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
  if (repository === undefined) throw new TypeError("A repository must have a name");
  return repository;
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  throw new TypeError("An object is missing");
}
