// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "../../stars/repository.ts";

const MOST_TOPICS = 5;
const MOST_WORDS = 10;

/** A question that finds what is like a repository: its topics, or else how it describes itself. */
export function wordsLike({ topics, description, fullName }: Repository): string {
  if (topics.length > 0) return topics.slice(0, MOST_TOPICS).join(" ");
  const words = description.split(/\s+/).filter((word) => word !== "");
  return words.length > 0
    ? words.slice(0, MOST_WORDS).join(" ")
    : fullName.slice(fullName.indexOf("/") + 1);
}
