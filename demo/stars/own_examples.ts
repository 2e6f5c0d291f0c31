// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "./repository.ts";

/** A question to start with. */
export interface Example {
  /** What is offered. */
  readonly words: string;
  /** What is typed for it. */
  readonly question: string;
}

/** The newest tell what a person looks for now, and a list of 50,000 is not counted for a hint. */
const MOST = 5000;
/** A topic of fewer repositories needs no search. */
const FEWEST = 5;
/** They say nothing of what a repository does. */
const EMPTY = new Set([
  "hacktoberfest",
  "awesome",
  "awesome-list",
  "list",
  "opensource",
  "open-source",
]);

/** Two topics of a list with their languages, and a question about the list itself. */
export function ownExamples(repositories: readonly Repository[]): Example[] {
  const pairs = new Map<string, { language: string; topic: string; count: number }>();
  for (const { language, topics } of repositories.slice(0, MOST)) {
    if (language === undefined) continue;
    for (const topic of topics) {
      if (EMPTY.has(topic) || topic.includes(language.toLowerCase())) continue;
      const key = `${language} ${topic}`;
      const pair = pairs.get(key) ?? { language, topic, count: 0 };
      pairs.set(key, { ...pair, count: pair.count + 1 });
    }
  }
  const [first, ...others] = [...pairs.values()].filter(({ count }) => count >= FEWEST)
    .sort((one, other) => other.count - one.count || (one.topic < other.topic ? -1 : 1));
  const second = others.find((pair) =>
    pair.topic !== first?.topic && pair.language !== first?.language
  );
  const knowsStarred = repositories.some(({ starredAt }) => starredAt !== undefined);
  return [
    ...[first, second].flatMap((pair) => pair === undefined ? [] : [exampleOf(pair)]),
    knowsStarred
      ? { words: "What did I star last month?", question: "What did I star last month?" }
      : { words: "Which are archived?", question: "Which are archived?" },
  ];
}

function exampleOf(
  { language, topic, count }: { language: string; topic: string; count: number },
): Example {
  const value = /\s/.test(language) ? `"${language}"` : language;
  const topicWords = topic.replaceAll("-", " ");
  return {
    words: `${count} for ${topicWords} in ${language}`,
    question: `topic:${topic} lang:${value}`,
  };
}
