// Copyright 2026 the Rivulet authors. MIT license.

import { isFullName, type Repository } from "./repository.ts";

/** Reads what GitHub sends for a page of stars. Throws a TypeError where it is something else. */
export function readStarList(page: unknown): Repository[] {
  if (!Array.isArray(page)) throw new TypeError("A page of stars must be a list");
  return page.map(readStar);
}

function readStar(entry: unknown): Repository {
  const { starred_at: starredAt, repo } = fieldsOf(entry);
  const fields = fieldsOf(repo);
  const fullName = textOf(fields["full_name"]);
  if (fullName === undefined || !isFullName(fullName)) {
    throw new TypeError("A repository must have a name");
  }
  const language = textOf(fields["language"]);
  const license = textOf(fieldsOf(fields["license"] ?? {})["spdx_id"]);
  const pushedAt = textOf(fields["pushed_at"]);
  const starred = textOf(starredAt);
  const { topics, stargazers_count: stars, archived } = fields;
  return {
    fullName,
    description: textOf(fields["description"]) ?? "",
    ...(language === undefined ? {} : { language }),
    topics: Array.isArray(topics) ? topics.filter((topic) => typeof topic === "string") : [],
    // GitHub says NOASSERTION where it does not know the licence.
    ...(license === undefined || license === "NOASSERTION" ? {} : { license }),
    stars: typeof stars === "number" ? stars : 0,
    archived: archived === true,
    ...(pushedAt === undefined ? {} : { pushedAt }),
    ...(starred === undefined ? {} : { starredAt: starred }),
  };
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value === "object" && value !== null) return value as Record<string, unknown>;
  throw new TypeError("An object is missing");
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
