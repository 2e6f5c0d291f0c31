// Copyright 2026 the Rivulet authors. MIT license.

/** How far a list of stars is. */
export interface StarCount {
  readonly count: number;
  /** To the next hundred. */
  readonly total: number;
}

/** What a reading has brought. */
export interface Came {
  readonly user: string;
  /** Undefined where there is nothing of the list. */
  readonly came: StarCount | undefined;
  /** Whether it waits for the rest: the list of before stays until the new one is whole. */
  readonly isStaged: boolean;
}

/** Where a reading of stars is. */
export type StarsReading =
  | { readonly kind: "idle" }
  | ({ readonly kind: "reading" | "cancelled" } & Came)
  | { readonly kind: "empty"; readonly user: string }
  /** The list is not whole: an earlier visit ended in the middle. */
  | { readonly kind: "partial"; readonly user: string; readonly came: StarCount }
  | (Came & {
    readonly kind: "limited";
    readonly until: Date;
    readonly hasToken: boolean;
    /** GitHub wants a pause: the limit of an hour is not used up. */
    readonly isPause: boolean;
    /** Goes on by itself when the limit ends. */
    readonly goesOn: boolean;
  })
  | {
    readonly kind: "failed";
    readonly user: string;
    readonly message: string;
    readonly isUnknownName: boolean;
  };

/** What can be done about a reading. */
export type StarsAction =
  | "cancel"
  | "continue"
  | "continue at"
  | "add a token"
  | "try again"
  | "try another name"
  | "use the sample"
  | "dismiss";
