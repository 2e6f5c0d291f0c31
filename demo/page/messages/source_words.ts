// Copyright 2026 the Rivulet authors. MIT license.

import type { Matches } from "../search/matches.ts";
import type { Asked } from "../state/asked.ts";
import { formatPlural } from "./format.ts";

/** Who answers a question about the list. An answer that was kept is known by these words. */
export const FROM_LIST = "From the list, without a model";

/** The line above an answer; `isOfOther` tells that another list is on the page by now. */
export function answerTitle(
  { list, matches, target }: Pick<Asked, "list" | "matches" | "target">,
  isOfOther: boolean,
): string {
  const count = matches.value?.repositories.length ?? 0;
  const isStars = list.startsWith("@");
  const whose = !isStars ? "the sample" : isOfOther ? `the stars of ${list}` : "your stars";
  const some = target.value?.by === FROM_LIST
    ? ""
    : `${formatPlural(count, "repository", "repositories")} of `;
  return `Answer from ${some}${whose}`;
}

/** The heading of the sources, and how many of the matches they are. */
export function sourcesTitle(
  { repositories: { length }, total }: Pick<Matches, "repositories" | "total">,
): { readonly title: string; readonly count: string } {
  const count = total > length
    ? `${length} of ${formatPlural(total, "match", "matches")}`
    : formatPlural(length, "match", "matches");
  return { title: "Sources", count };
}

/** What became of a match that was left out, or taken back. */
export function leftOutWords(fullName: string, isBack: boolean): string {
  return isBack
    ? `${fullName} goes to the model again.`
    : `${fullName} is left out of the answer to this question.`;
}

/** What became of the text that goes to a model. */
export function sentWords(isShown: boolean): string {
  return isShown ? "The text sent to the model is shown." : "The text is hidden.";
}
