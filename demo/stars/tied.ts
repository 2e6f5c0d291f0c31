// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "./repository.ts";

/** So much of the best score is worth ten times as many stars. */
const KNOWN = 0.08;

/** What being known is worth beside a score of at most 1: of matches much alike, the better known. */
export function knownBonus({ stars }: Repository): number {
  return KNOWN * Math.log10(1 + stars);
}

/** The better known first, then what lives, then the newer star. */
export function compareKnown(one: Repository, other: Repository): number {
  return other.stars - one.stars ||
    Number(one.archived) - Number(other.archived) ||
    compareDates(other.starredAt, one.starredAt);
}

/** The order of ISO dates, which is that of their characters; one that is missing is the oldest. */
export function compareDates(one: string = "", other: string = ""): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
