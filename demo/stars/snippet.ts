// Copyright 2026 the Rivulet authors. MIT license.

import { month, shortCount } from "./brief.ts";
import { cleanText, cut } from "./clean_text.ts";
import { pageOf, type Repository } from "./repository.ts";

const MAX_DESCRIPTION = 200;
const MAX_TOPICS = 8;

// Eight snippets of this length take about 900 tokens, which leaves room in a window of 4,096.
const MAX_SNIPPET = 480;

/** What a snippet tells beside what GitHub lists. */
export interface SnippetFacts {
  /** The month of the star counts, where that is not now. */
  readonly countsAsOf?: string | undefined;
  /** The first words of the README. */
  readonly readme?: string | undefined;
}

/** What the model is told about a repository. */
export function buildSnippet(
  repository: Repository,
  { countsAsOf, readme = "" }: SnippetFacts = {},
): string {
  const { description, language, license, pushedAt, starredAt, archived } = repository;
  const topics = repository.topics.slice(0, MAX_TOPICS).map(cleanText);
  const stars = `Stars: ${shortCount(repository.stars)}${
    countsAsOf === undefined ? "" : ` in ${countsAsOf}`
  }.`;
  const facts = [
    language && `Language: ${language}.`,
    topics.length > 0 && `Topics: ${topics.join(", ")}.`,
    license && `License: ${license}`,
  ];
  const dates = [
    stars,
    pushedAt && `Last push: ${month(pushedAt)}.`,
    starredAt && `You starred it: ${month(starredAt)}.`,
    archived && "Archived.",
  ];
  const page = pageOf(repository);
  const lines = [
    repository.fullName,
    cut(cleanText(description), MAX_DESCRIPTION),
    words(facts),
    words(dates),
  ];
  const about = cut(lines.filter((line) => line !== "").join("\n"), MAX_SNIPPET - page.length - 1);
  return [about, ...(readme === "" ? [] : [`README: ${readme}`]), page].join("\n");
}

function words(parts: readonly (string | false | undefined)[]): string {
  return parts.filter((part) => typeof part === "string" && part !== "").join(" ");
}
