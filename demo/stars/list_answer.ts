// Copyright 2026 the Rivulet authors. MIT license.

import type { ListWish } from "./list_question.ts";
import type { Repository } from "./repository.ts";

/** What a question about the list gets for an answer: the list knows, and no model is needed. */
export function listAnswer(
  { title, isCount }: ListWish,
  { total, first, isSample }: {
    total: number;
    first: readonly Repository[];
    isSample: boolean;
  },
): string {
  const count = total === 0 ? "No" : total.toLocaleString("en");
  const noun = isSample ? "repository" : "star";
  const nouns = total === 1 ? noun : isSample ? "repositories" : "stars";
  const isOrderAlone = /^(?:most|newest) /.test(title);
  const head = `${count} ${nouns}${isOrderAlone ? "," : ""} ${title}`.trim();
  if (isCount || first.length === 0) return `${head}.`;
  const names = first.map(({ fullName }, index) => `- **${fullName}** [${index + 1}]`);
  const colon = total > first.length ? `${head}; the first ${first.length}:` : `${head}:`;
  return [colon, "", ...names].join("\n");
}
