// Copyright 2026 the Rivulet authors. MIT license.

import { readRepository } from "../../stars/read_repository.ts";
import type { Repository } from "../../stars/repository.ts";
import { readUserName } from "../../stars/user_name.ts";

/** A list as the page has written it into a file. */
export interface ExportedList {
  /** The user whose stars they are, as the name of the file tells. */
  readonly user: string;
  readonly repositories: readonly Repository[];
}

/** Reads what the page has exported as JSON; undefined where it is something else. */
export function readExport(name: string, text: string): ExportedList | undefined {
  // Browsers number files of one name.
  const user = readUserName(name.replace(/\.json$/i, "").replace(/ ?\(\d+\)$/, ""));
  const repositories = readList(text);
  return user === undefined || repositories.length === 0 ? undefined : { user, repositories };
}

function readList(text: string): Repository[] {
  try {
    const list: unknown = JSON.parse(text);
    const found = (Array.isArray(list) ? list : []).map(readRepository)
      .filter((repository) => repository !== undefined);
    return [...new Map(found.map((repository) => [repository.fullName, repository])).values()];
  } catch {
    return [];
  }
}
