// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "../../stars/repository.ts";

/** What an answer may refer to. */
export interface Sources {
  /** The matches that were sent, in order. */
  readonly matches: readonly Repository[];
  /** Whether the person's stars hold `owner/name`. */
  has(fullName: string): boolean;
  /** Goes to the card of a match; `origin` is where to come back to. */
  reach(number: number, origin: HTMLElement): void;
}
