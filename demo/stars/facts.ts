// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "./repository.ts";
import { month, shortCount } from "./brief.ts";

/** Something to know about a repository, in words. */
export interface Fact {
  readonly kind: "language" | "stars" | "pushed" | "starred" | "license" | "archived";
  readonly words: string;
}

/** A repository without a push for this long says so by its year. */
const QUIET_MS = 2 * 365.25 * 24 * 60 * 60 * 1000;

/** What is known of a repository beside its name and description. */
export function factsOf(
  { language, stars, pushedAt, starredAt, license, archived }: Repository,
  { now = Date.now() }: { now?: number | undefined } = {},
): Fact[] {
  const facts: (Fact | undefined)[] = [
    language === undefined ? undefined : { kind: "language", words: language },
    { kind: "stars", words: stars === 1 ? "1 star" : `${shortCount(stars)} stars` },
    pushedAt === undefined ? undefined : { kind: "pushed", words: pushWords(pushedAt, now) },
    starredAt === undefined ? undefined : {
      kind: "starred",
      words: `starred ${month(starredAt)}`,
    },
    license === undefined ? undefined : { kind: "license", words: license },
    archived ? { kind: "archived", words: "archived" } : undefined,
  ];
  return facts.filter((fact) => fact !== undefined);
}

function pushWords(pushedAt: string, now: number): string {
  const isQuiet = now - Date.parse(pushedAt) > QUIET_MS;
  return isQuiet ? `inactive since ${pushedAt.slice(0, 4)}` : `pushed ${month(pushedAt)}`;
}
