// Copyright 2026 the Rivulet authors. MIT license.

/** What to show of a load. */
export interface LoadLine {
  readonly line: string;
  /** The phase, where it has just begun. */
  readonly newPhase?: string | undefined;
  /** From 0 to 1; undefined in a phase whose end cannot be told. */
  readonly progress?: number | undefined;
  readonly progressText?: string | undefined;
}
