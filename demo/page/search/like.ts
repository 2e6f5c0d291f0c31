// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "../../stars/repository.ts";

const MOST_TOPICS = 5;
const MOST_WORDS = 10;

/** The words by which others are like a repository: its topics, or else how it describes itself. */
export function wordsLike({ topics, description, fullName }: Repository): string {
  if (topics.length > 0) return topics.slice(0, MOST_TOPICS).join(" ");
  const words = description.split(/\s+/).filter((word) => word !== "");
  return words.length > 0
    ? words.slice(0, MOST_WORDS).join(" ")
    : fullName.slice(fullName.indexOf("/") + 1);
}

/** The question for what is like a repository. */
export function likeWords(fullName: string): string {
  return `Like ${fullName}`;
}

/** The name of the repository that others are to be like; undefined where a question asks otherwise. */
export function readLike(question: string): string | undefined {
  return /^\s*like ([\w.-]{1,100}\/[\w.-]{1,100})\s*$/i.exec(question)?.[1];
}
