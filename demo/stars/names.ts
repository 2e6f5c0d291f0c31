// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "./repository.ts";
import { withoutAccents } from "./words.ts";

/** A name as people type it who leave out its signs and accents: `agent-browser` is `agentbrowser`. */
export function joinedName(name: string): string {
  return withoutAccents(name.toLowerCase()).replace(/[^\p{L}\p{N}\p{M}+#]+/gu, "");
}

/** Shorter names with one typing error are other names. */
export const MIN_FOR_ERROR = 5;

/** What a question is, where it is nothing but a name. */
export interface NameQuestion {
  /** The name alone, without signs and the owner; `""` where there is none. */
  readonly name: string;
  /** Whether it is the name of this repository, also `owner/name`, with any signs or none. */
  isNameOf(repository: Repository): boolean;
  /** Whether it is that name with one letter too many, too few, another or two in turn. */
  isNearlyNameOf(repository: Repository): boolean;
}

/** Reads a question as a name. */
export function readName(question: string): NameQuestion {
  const slash = question.trim().lastIndexOf("/");
  const owner = slash < 0 ? undefined : joinedName(question.slice(0, slash));
  const name = joinedName(question.slice(slash + 1));
  const isOf = (isSame: (one: string) => boolean) => ({ fullName }: Repository) => {
    const end = fullName.indexOf("/");
    return isSame(joinedName(fullName.slice(end + 1))) &&
      (owner === undefined || joinedName(fullName.slice(0, end)) === owner);
  };
  return {
    name,
    isNameOf: isOf((one) => name !== "" && one === name),
    isNearlyNameOf: isOf((one) => name.length >= MIN_FOR_ERROR && isOneErrorFrom(name, one)),
  };
}

/** Whether one letter too many, too few, another or two in turn make one word of the other. */
export function isOneErrorFrom(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start++;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end++;
  const left = one.length - start - end;
  const otherLeft = other.length - start - end;
  const isSwap = left === 2 && otherLeft === 2 &&
    one[start] === other[start + 1] && one[start + 1] === other[start];
  return isSwap || Math.max(left, otherLeft) === 1;
}
