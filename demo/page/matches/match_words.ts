// Copyright 2026 the Rivulet authors. MIT license.

import type { Collection } from "../../stars/repository.ts";
import { formatCount, formatPlural } from "../format.ts";
import type { Matches } from "../search/searcher.ts";

/** The heading of the matches. An example stands in for a question that was not typed yet. */
export function matchesTitle(
  { question, repositories: { length } }: Matches,
  { title, repositories }: Collection,
  { isExample }: { isExample: boolean },
): string {
  const noun = title.startsWith("@") ? "stars" : "repositories";
  const whole = `${formatCount(repositories.length)} ${noun}`;
  if (question === "") return `Newest ${length} of ${whole}`;
  const count = formatPlural(length, "match", "matches");
  return isExample ? `${count} for the example` : `${count} from ${whole}`;
}

/** What the matches are ranked by. */
export function rankingWords(
  { question, comparedWith }: Matches,
  { model, countsAsOf }: { model: string | undefined; countsAsOf: string | undefined },
): string {
  const counts = countsAsOf === undefined ? "" : ` · star counts of ${countsAsOf}`;
  if (question === "") return `Newest star first${counts}`;
  const by = {
    nothing: "",
    question: ` and ${model}`,
    matches: ` and what the best matches mean; ${model} does not answer now`,
  }[comparedWith];
  return `Ranked by keyword${by}${counts}`;
}
