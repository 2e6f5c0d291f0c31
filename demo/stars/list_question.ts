// Copyright 2026 the Rivulet authors. MIT license.

import { acceptorOf, NO_FILTERS } from "./filters.ts";
import type { Repository } from "./repository.ts";
import type { SortOrder } from "./sort.ts";
import { periodOf } from "./periods.ts";
import { languagesToOffer } from "./wishes.ts";

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

const THINGS = "(?:stars|starred|repositories|repos|projects|ones|things)";
const MINE = String.raw`(?:(?:of\s+)?(?:my|the|these|those|them|all)\s+)*`;
const WHICH = String.raw`(?:(?:which|what|show(?: me)?|list)\s+)?(?:(?:are|is)\s+)?`;

interface Form {
  readonly pattern: RegExp;
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
    pattern: form(`${WHICH}${MINE}(?:newest|latest|most recent|last)(?: ${THINGS})*`),
    title: "newest star first",
    order: "starred",
    byStarred: true,
  },
  {
    pattern: form(String.raw`what (?:did i|have i) star(?:red)?(?: last| lately| recently)?`),
    title: "newest star first",
    order: "starred",
    byStarred: true,
  },
  {
    pattern: form(
      `${WHICH}${MINE}(?:${THINGS} )?(?:(?:has|have|with) (?:the )?most stars|(?:most (?:starred|popular)|best known)(?: ${THINGS})*)`,
    ),
    title: "most stars first",
    order: "stars",
  },
  {
    pattern: form(
      `${WHICH}${MINE}(?:${THINGS} )*${MINE}(?:(?:are|is|were|got) )?(?:archived|dead)(?: ${THINGS})*`,
    ),
    title: "archived",
    accept: ({ archived }) => archived,
  },
  {
    pattern: form(
      `${WHICH}${MINE}(?:${THINGS} )*${MINE}(?:(?:are|is|were) )?(?:inactive|abandoned|unmaintained|no longer maintained)(?: ${THINGS})*`,
    ),
    title: "archived or without a push for two years",
    accept: ({ archived, pushedAt }, now) =>
      archived || (pushedAt !== undefined && now - Date.parse(pushedAt) > QUIET_MS),
  },
];

const COUNT = form(
  `how many(?: ${MINE}${THINGS})*(?: do i have| did i star| have i starred| are there| are here| in (?:my|this|the) list)*`,
);
const STARRED = form(
  `${WHICH}(?:${THINGS} )*(?:(?:did|have) i (?:star|starred|add|added)|i starred|starred|added|(?:new )?stars(?: of)?)(?: ${THINGS})*`,
);

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
    .reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), question)
    .toLowerCase().replace(/[?!.,]+/g, " ").replace(/\s+/g, " ").trim();
  if (text === "") return undefined;
  const isOfLanguage = acceptorOf(NO_FILTERS, languages);
  const suffix = languages.map(({ value }) => ` in ${value}`).join("");
  if (COUNT.test(text)) {
    return { title: suffix.trim(), accept: isOfLanguage, order: "best", isCount: true };
  }
  const period = periodOf(text, now);
  if (period !== undefined && knowsStarred && STARRED.test(period.rest)) {
    return {
      title: `starred ${period.words}${suffix}`,
      accept: (one) => isOfLanguage(one) && period.holds(one.starredAt ?? ""),
      order: "starred",
      isCount: false,
    };
  }
  const found = FORMS.find(({ pattern, byStarred }) =>
    pattern.test(text) && (knowsStarred || !byStarred)
  );
  if (found === undefined) return undefined;
  const { title, order = "best", accept = () => true } = found;
  return {
    title: title + suffix,
    accept: (one) => isOfLanguage(one) && accept(one, now),
    order,
    isCount: false,
  };
}

/** The whole of a question is to have this form: a part of it may be about something else. */
function form(pattern: string): RegExp {
  return new RegExp(`^${pattern}$`);
}
