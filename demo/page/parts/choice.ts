// Copyright 2026 the Rivulet authors. MIT license.

/** One of several things to pick. */
export interface Choice {
  readonly value: string;
  readonly title: string;
  /** A word or a size at its side. */
  readonly state: string;
  readonly about: string;
  readonly isPicked: boolean;
  readonly isDisabled?: boolean;
}
