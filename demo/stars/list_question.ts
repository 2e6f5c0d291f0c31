// Copyright 2026 the Rivulet authors. MIT license.

import { acceptorOf, NO_FILTERS } from "./filters.ts";
import type { Repository } from "./repository.ts";
import type { SortOrder } from "./sort.ts";
import { periodOf } from "./periods.ts";
import { languagesToOffer } from "./wishes.ts";
import { wordsIn } from "./words.ts";

/** What a question about the list itself asks for. */
export interface ListWish {
  /** In words that stand behind a count: "starred last week", "archived". */
  readonly title: string;
  /** Whether only the number is asked for. */
  readonly isCount: boolean;
}

/** A question about the list itself, which the list answers. */
export interface ListQuestion extends ListWish {
  /** What of the list is meant. */
  accept(repository: Repository): boolean;
  readonly order: SortOrder;
}

/** More words are about something else. */
const MOST_WORDS = 14;

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

/** What is left out of a question before it is compared: it says no more than "of my list". */
const FILLERS = setOf(
  "which what show me list are is was were got has have did do does i my the of these those them all " +
    "there here in this with can you please ones things stars starred repositories repos projects",
);
/** That it is about stars, where what is left does not say so. */
const ABOUT_STARS = setOf("star starred stars added add");

interface Form {
  /** What is left of the question, in any of these words. */
  readonly words: ReadonlySet<string>;
  readonly title: string;
  readonly order?: SortOrder;
  readonly accept?: (repository: Repository, now: number) => boolean;
  /** Whether it needs to know when a repository was starred. */
  readonly byStarred?: true;
}

/** Without a push for so long, something is asleep. */
const QUIET_MS = 2 * 365.25 * 24 * 60 * 60 * 1000;

const FORMS: readonly Form[] = [
  {
    words: new Set([
      ..."newest latest star".split(" "),
      ...["most recent", "star last", "star lately", "star recently", "recently", "lately"],
    ]),
    title: "newest star first",
    order: "starred",
    byStarred: true,
  },
  {
    words: new Set(["most", "most popular", "best known"]),
    title: "most stars first",
    order: "stars",
  },
  { words: setOf("archived dead"), title: "archived", accept: ({ archived }) => archived },
  {
    words: new Set(["inactive", "abandoned", "unmaintained", "no longer maintained"]),
    title: "archived or without a push for two years",
    accept: ({ archived, pushedAt }, now) =>
      archived || (pushedAt !== undefined && now - Date.parse(pushedAt) > QUIET_MS),
  },
];

/**
 * Reads a question as one about the list; undefined where it is none, or where the list does not
 * know what it takes. `now` is in milliseconds.
 */
export function readListQuestion(
  question: string,
  { knowsStarred, now = Date.now() }: { knowsStarred: boolean; now?: number },
): ListQuestion | undefined {
  const languages = languagesToOffer(question);
  const text = languages
    .reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), question);
  const all = wordsIn(text).map((word) => word.text);
  if (all.length === 0 || all.length > MOST_WORDS) return undefined;
  const isCount = all[0] === "how" && all[1] === "many";
  const words = isCount ? all.slice(2) : all;
  const isOfLanguage = acceptorOf(NO_FILTERS, languages);
  const suffix = languages.map(({ value }) => ` in ${value}`).join("");
  if (isCount && leftOf(words) === "") {
    return { title: suffix.trim(), accept: isOfLanguage, order: "best", isCount };
  }
  const period = periodOf(words.join(" "), now);
  const isAboutStars = words.some((word) => ABOUT_STARS.has(word));
  if (period !== undefined && knowsStarred && isAboutStars && isStarred(period.rest)) {
    return {
      title: `starred ${period.words}${suffix}`,
      accept: (one) => isOfLanguage(one) && period.holds(one.starredAt ?? ""),
      order: "starred",
      isCount,
    };
  }
  const left = leftOf(words);
  const found = FORMS.find(({ words, byStarred, order }) =>
    words.has(left) && (knowsStarred || !byStarred) && !(isCount && order !== undefined)
  );
  if (found === undefined) return undefined;
  const { title, order, accept = () => true } = found;
  return {
    // "archived in Rust", but "in Rust, most stars first".
    title: order === undefined ? title + suffix : [suffix.trim(), title].filter(Boolean).join(", "),
    accept: (one) => isOfLanguage(one) && accept(one, now),
    order: order ?? "best",
    isCount,
  };
}

/** All that is left is to be known: a part of a question may be about something else. */
function leftOf(words: readonly string[]): string {
  return words.filter((word) => !FILLERS.has(word)).join(" ");
}

function isStarred(rest: string): boolean {
  return ["", "star", "added", "add", "new"].includes(leftOf(rest.split(" ").filter(Boolean)));
}
