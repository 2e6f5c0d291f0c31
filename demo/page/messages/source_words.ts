// Copyright 2026 the Rivulet authors. MIT license.

import type { Matches } from "../search/matches.ts";
import { formatPlural } from "./format.ts";

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
