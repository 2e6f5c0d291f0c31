// Copyright 2026 the Rivulet authors. MIT license.

/** Something that has to hold. */
export interface Check {
  readonly name: string;
  /** Rejects where it does not hold; gives the reason where this machine cannot tell. */
  run(): Promise<string | void>;
}
