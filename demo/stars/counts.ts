// Copyright 2026 the Rivulet authors. MIT license.

import { type Filters, NO_FILTERS } from "./filters.ts";
import type { Repository } from "./repository.ts";

/** How many repositories have a language or a topic. */
export interface Count {
  readonly name: string;
  readonly count: number;
}

/** More topics than this are no choice, and lists of stars have thousands. */
const MAX_TOPICS = 100;

/** The languages of a list, the most used first. */
export function languagesOf(repositories: readonly Repository[]): Count[] {
  return countsOf(repositories, ({ language }) => language === undefined ? [] : [language]);
}

/** The topics that at least two repositories of a list have, the most used first. */
export function topicsOf(repositories: readonly Repository[], limit: number = MAX_TOPICS): Count[] {
  return countsOf(repositories, ({ topics }) => topics)
    .filter(({ count }) => count > 1)
    .slice(0, limit);
}

/** The filters as far as a list has what they ask for: one that could find nothing is dropped. */
export function fitFilters(filters: Filters, repositories: readonly Repository[]): Filters {
  const { language, topic, archived } = filters;
  const hasLanguage = repositories.some((repository) => repository.language === language);
  const hasTopic = repositories.some(({ topics }) => topics.includes(topic));
  const hasArchived = archived !== "only" || repositories.some((one) => one.archived);
  return {
    language: hasLanguage ? language : NO_FILTERS.language,
    topic: hasTopic ? topic : NO_FILTERS.topic,
    archived: hasArchived ? archived : NO_FILTERS.archived,
  };
}

function countsOf(
  repositories: readonly Repository[],
  read: (repository: Repository) => readonly string[],
): Count[] {
  const counts = new Map<string, number>();
  for (const repository of repositories) {
    for (const name of read(repository)) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .sort((one, other) => other.count - one.count || (one.name < other.name ? -1 : 1));
}
