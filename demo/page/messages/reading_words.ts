// Copyright 2026 the Rivulet authors. MIT license.

/** What the page says of a reading, in a banner. */
export interface ReadingWords<Action> {
  readonly line: string;
  readonly hint?: string | undefined;
  /** From 0 to 1. */
  readonly progress?: number | undefined;
  readonly progressText?: string | undefined;
  readonly actions: readonly ReadingAction<Action>[];
  /** Whether a screen reader hears the line at once. */
  readonly isSaid: boolean;
}

/** What can be done about a reading, and the button for it. */
export interface ReadingAction<Action> {
  readonly action: Action;
  readonly words: string;
}

export const DISMISS = { action: "dismiss", words: "Dismiss" } as const;
