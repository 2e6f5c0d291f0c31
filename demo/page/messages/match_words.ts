// Copyright 2026 the Rivulet authors. MIT license.

import type { Collection } from "../../stars/repository.ts";
import { SORT_ORDERS, type SortOrder } from "../../stars/sort.ts";
import type { Matches } from "../search/matches.ts";
import { formatCount, formatPlural } from "./format.ts";

/** The heading of the matches. An example stands in for a question that was not typed yet. */
export function matchesTitle(
  { question, repositories: { length }, total }: Pick<
    Matches,
    "question" | "repositories" | "total"
  >,
  { collection, isExample, sort, isBeside }: {
    collection: Collection;
    isExample: boolean;
    sort: SortOrder;
    /** Whether the matches stand beside an answer to another question. */
    isBeside: boolean;
  },
): string {
  const count = formatCount(total);
  if (question === "") {
    const noun = collection.title.startsWith("@") ? "star" : "repository";
    const whole = noun === "star"
      ? formatPlural(total, noun)
      : formatPlural(total, noun, "repositories");
    if (length >= total) return whole;
    return sort === "best" ? `Newest ${length} of ${whole}` : `First ${length} of ${whole}`;
  }
  const belongs = isBeside ? ` for “${question}”` : isExample ? " for the example" : "";
  if (length >= total) return `${formatPlural(total, "match", "matches")}${belongs}`;
  return sort === "best"
    ? `Best ${length} of ${count}${belongs}`
    : `First ${length} of ${count}${belongs}`;
}

/** What the matches are ranked by; nothing where the heading has said so. */
export function rankingWords(
  { question, comparedWith, repositories: { length }, total }: Pick<
    Matches,
    "question" | "comparedWith" | "repositories" | "total"
  >,
  { model, sort }: { model: string | undefined; sort: SortOrder },
): string {
  if (sort !== "best") {
    return `by ${SORT_ORDERS.find(({ id }) => id === sort)!.words.toLowerCase()}`;
  }
  if (question === "") return length < total ? "" : "newest star first";
  const by = {
    nothing: "",
    question: ` and ${model}`,
    matches: ` and what the best matches mean; ${model} does not answer now`,
  }[comparedWith];
  return `by words${by}`;
}
