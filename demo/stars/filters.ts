// Copyright 2026 the Rivulet authors. MIT license.

import type { TypedFilter } from "./typed_filter.ts";
import { mentionOf } from "./mention_of.ts";
import type { Repository } from "./repository.ts";
import { readStarBounds } from "./star_bounds.ts";
import { sameWord } from "./words.ts";

/** Whether a repository is searched among. */
export type Accept = (repository: Repository) => boolean;

/** Which repositories to search among. */
export interface Filters {
  /** A language as GitHub names it, or `""` for all. */
  readonly language: string;
  /** A topic, or `""` for all. */
  readonly topic: string;
  readonly archived: "shown" | "hidden" | "only";
}

/** All are searched. */
export const NO_FILTERS: Filters = { language: "", topic: "", archived: "shown" };

/** Whether these leave something out. */
export function isFiltering({ language, topic, archived }: Filters): boolean {
  return language !== "" || topic !== "" || archived !== "shown";
}

/**
 * What passes the filters that were picked and those that were typed. Of several languages, licenses
 * or users one is enough, since a repository has one of each; of all others each is wanted.
 */
export function acceptorOf(filters: Filters, typed: readonly TypedFilter[] = []): Accept {
  const { language, topic, archived } = filters;
  const unwanted = typed.filter(({ isNot }) => isNot).map(matcherOf);
  const valuesOf = (kind: TypedFilter["kind"]) =>
    typed.filter((filter) => filter.kind === kind && !filter.isNot).map(({ value }) => value);
  const languages = valuesOf("language").map(languageKey);
  const users = valuesOf("user").map((user) => `${user.toLowerCase()}/`);
  const licenses = valuesOf("license").map((license) => license.toLowerCase());
  const bounds = valuesOf("stars").map(readStarBounds).filter((bound) => bound !== undefined);
  const isArchived = valuesOf("is").length > 0;
  const topics = [...valuesOf("topic"), ...(topic === "" ? [] : [topic])].map(topicKey);
  const isOfUser = ({ fullName }: Repository) => {
    const name = fullName.toLowerCase();
    return users.some((user) => name.startsWith(user));
  };
  return (repository) =>
    (archived === "shown" || repository.archived === (archived === "only")) &&
    (language === "" || repository.language === language) &&
    (languages.length === 0 || languages.includes(languageKey(repository.language ?? ""))) &&
    (users.length === 0 || isOfUser(repository)) &&
    (licenses.length === 0 || licenses.some((license) => isUnder(license, repository))) &&
    (!isArchived || repository.archived) &&
    bounds.every((holds) => holds(repository.stars)) &&
    topics.every((wanted) => repository.topics.some((one) => topicKey(one) === wanted)) &&
    !unwanted.some((matches) => matches(repository));
}

/** Whether a repository is what one filter names. */
function matcherOf({ kind, value }: TypedFilter): Accept {
  if (kind === "word") return mentionOf(value);
  const wanted: TypedFilter = { kind, value, start: 0, end: 0 };
  return acceptorOf(NO_FILTERS, [wanted]);
}

/** Short names that are in use for languages. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ["js", "javascript"],
  ["ts", "typescript"],
  ["py", "python"],
  ["rb", "ruby"],
  ["rs", "rust"],
  ["sh", "shell"],
]);

function languageKey(language: string): string {
  const key = language.toLowerCase();
  return sameWord(SHORT.get(key) ?? key).replaceAll(/[\s_-]+/g, " ");
}

/** Also by the family: `license:gpl` means all that are called `GPL-…`. */
function isUnder(wanted: string, { license = "" }: Repository): boolean {
  const key = license.toLowerCase();
  return key === wanted || key.startsWith(`${wanted}-`);
}

function topicKey(topic: string): string {
  return topic.toLowerCase().replaceAll(/[\s_]+/g, "-");
}
