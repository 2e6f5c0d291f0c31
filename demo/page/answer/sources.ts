// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "../../stars/repository.ts";

/** What an answer may refer to. */
export interface Sources {
  /** The matches that were sent, in order. */
  readonly matches: readonly Repository[];
  /** Whether the person's stars hold `owner/name`. */
  has(fullName: string): boolean;
  /** Goes to the row of a match; `origin` is the id of the place to come back to. */
  reach(number: number, origin: string): void;
  /** Says to a screen reader what a button has done. */
  say(words: string): void;
}
