// Copyright 2026 the Rivulet authors. MIT license.

import { TOP_K_LIMIT } from "@rivulet/llm";
import { acceptorOf, NO_FILTERS } from "../stars/filters.ts";
import { listAnswer } from "../stars/list_answer.ts";
import { readListQuestion } from "../stars/list_question.ts";
import type { Collection, Repository } from "../stars/repository.ts";
import { sortRepositories } from "../stars/sort.ts";
import type { ChatOptions } from "./options.ts";
import { searchedText } from "./searched_text.ts";

/** The answer to a question about the list itself. */
export interface ListAnswer {
  /** In a sentence, without the repositories. */
  readonly text: string;
  /** Whether only a number was asked for. */
  readonly isCount: boolean;
  readonly matches: readonly Repository[];
  /** What the matches are in order of, in words. */
  readonly ranking: string;
}

/** Answers a question about the list from the list, as the page does; undefined where it is none. */
export function answerFromList(
  options: ChatOptions,
  { repositories }: Collection,
): ListAnswer | undefined {
  const { words, typed } = searchedText(options);
  const knowsStarred = repositories.some(({ starredAt }) => starredAt !== undefined);
  const list = readListQuestion(words, { knowsStarred });
  if (list === undefined) return undefined;
  const accept = acceptorOf(NO_FILTERS, typed);
  const all = repositories.filter((one) => accept(one) && list.accept(one));
  const isSample = options.user === undefined;
  return {
    text: listAnswer(list, { total: all.length, first: [], isSample }),
    isCount: list.isCount,
    matches: sortRepositories(all, list.order).slice(0, TOP_K_LIMIT),
    ranking: list.title || "as listed",
  };
}
