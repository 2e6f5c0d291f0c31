// Copyright 2026 the Rivulet authors. MIT license.

import type { LoadLine } from "../state/load_line.ts";

/** What the page says of a reading, in a banner. */
export interface ReadingWords<Action> extends Omit<LoadLine, "newPhase"> {
  readonly hint?: string | undefined;
  /** What can be done about it, with the button for each. */
  readonly actions: readonly { readonly action: Action; readonly words: string }[];
  /** Whether a screen reader does not hear the line at once. */
  readonly isQuiet?: boolean;
}

export const DISMISS = { action: "dismiss", words: "Dismiss" } as const;
