// Copyright 2026 the Rivulet authors. MIT license.

import {
  isForeign,
  isUnread,
  MANY_LANGUAGES_MODEL,
  seemsForeign,
} from "../../stars/model_languages.ts";
import type { Collection } from "../../stars/repository.ts";
import { SORT_ORDERS, type SortOrder } from "../../stars/sort.ts";
import type { Matches } from "../search/matches.ts";
import { formatCount, formatPlural } from "./format.ts";

/** The heading of the matches. */
export function matchesTitle(
  { question, list, repositories: { length }, total }: Pick<
    Matches,
    "question" | "list" | "repositories" | "total"
  >,
  { collection, sort, isNamed }: {
    collection: Collection;
    sort: SortOrder;
    /** Whether it names their question, which is another one than the box has. */
    isNamed: boolean;
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
  if (list !== undefined) return `${count} ${list.title}`.trim();
  const belongs = isNamed ? ` for “${question}”` : "";
  if (length >= total) return `${formatPlural(total, "match", "matches")}${belongs}`;
  return sort === "best"
    ? `Best ${length} of ${count}${belongs}`
    : `First ${length} of ${count}${belongs}`;
}

/** What may help where nothing was found. */
export function noMatchAdvice(question: string): string {
  return seemsForeign(question)
    ? "Most repositories are described in English: try English words."
    : "Try other words, a language or a topic.";
}

/** What the matches are ranked by; nothing where the heading has said so. */
export function rankingWords(
  { question, list, comparedWith, reads, repositories: { length }, total }: Pick<
    Matches,
    "question" | "list" | "comparedWith" | "reads" | "repositories" | "total"
  >,
  { model, sort }: { model: string | undefined; sort: SortOrder },
): string {
  if (sort !== "best") {
    return `by ${SORT_ORDERS.find(({ id }) => id === sort)!.words.toLowerCase()}`;
  }
  if (list !== undefined) return "";
  if (question === "") return length < total ? "" : "newest star first";
  if (model !== undefined && comparedWith === "nothing" && isUnread(question, model)) {
    return `by words · ${model} reads English only, ${MANY_LANGUAGES_MODEL} reads this`;
  }
  const by = {
    nothing: "",
    question: model !== undefined && isForeign(question, model)
      ? ` and ${model}, which reads English; ${MANY_LANGUAGES_MODEL} reads this`
      : ` and ${model}${reads === undefined ? "" : `, which reads “${reads}”`}`,
    matches: ` and what the best matches mean; ${model} does not answer now`,
  }[comparedWith];
  return `by words${by} · of equals the better known first`;
}
