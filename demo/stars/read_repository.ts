// Copyright 2026 the Rivulet authors. MIT license.

import { cleanText, cut } from "./clean_text.ts";
import { isFullName, type Repository } from "./repository.ts";
import { shownLine } from "./shown_text.ts";

/** GitHub's own limits; a longer text was written by something else. */
const MAX_DESCRIPTION = 350;
const MAX_WORD = 60;
const MAX_TOPICS = 20;

/** What is known of a repository before it is checked. */
export type RepositoryFields = { readonly [Field in keyof Repository]?: unknown };

/**
 * A repository from fields that anybody may have written: all of it can be shown and sent to a
 * model. Undefined where it has no name.
 */
export function readRepository(value: unknown): Repository | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const fields = value as RepositoryFields;
  const { fullName, stars } = fields;
  if (typeof fullName !== "string" || !isFullName(fullName)) return undefined;
  const language = wordOf(fields.language);
  const license = wordOf(fields.license);
  const pushedAt = dateOf(fields.pushedAt);
  const starredAt = dateOf(fields.starredAt);
  return {
    fullName,
    description: typeof fields.description === "string"
      ? cut(cleanText(fields.description.slice(0, MAX_DESCRIPTION * 4)), MAX_DESCRIPTION)
      : "",
    ...(language !== undefined && { language }),
    topics: topicsOf(fields.topics),
    ...(license !== undefined && { license }),
    stars: typeof stars === "number" && Number.isFinite(stars) && stars > 0 ? stars : 0,
    archived: fields.archived === true,
    ...(pushedAt !== undefined && { pushedAt }),
    ...(starredAt !== undefined && { starredAt }),
  };
}

function topicsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value.slice(0, MAX_TOPICS).map(wordOf).filter((topic) => topic !== undefined);
}

function wordOf(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  return cut(shownLine(value.slice(0, MAX_WORD * 4)), MAX_WORD) || undefined;
}

/** An ISO date and nothing else: it is compared as a text, and cut to be shown. */
function dateOf(value: unknown): string | undefined {
  const isDate = typeof value === "string" && /^\d{4}-\d\d-\d\d(?:T[\d:.]{5,12}Z)?$/.test(value) &&
    !Number.isNaN(Date.parse(value));
  return isDate ? value : undefined;
}
