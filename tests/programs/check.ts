// Copyright 2026 the Rivulet authors. MIT license.

/** Something that has to hold. */
export interface Check {
  readonly name: string;
  /** Why it cannot be looked at on this machine. */
  readonly ignored?: string | undefined;
  /** Rejects where it does not hold. */
  run(): Promise<void>;
}
