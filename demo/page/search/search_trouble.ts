// Copyright 2026 the Rivulet authors. MIT license.

/** What is wrong with the search, to be told. */
export interface SearchTrouble {
  readonly kind: "restarted" | "broken";
  readonly words: string;
}

export const RESTARTED: SearchTrouble = {
  kind: "restarted",
  words: "The search broke off and was started again.",
};

export const BROKEN: SearchTrouble = {
  kind: "broken",
  words: "The search does not run in this browser. Reload the page to try again.",
};

/** The search does not run. */
export class SearchBrokenError extends Error {
  override readonly name = "SearchBrokenError";

  constructor(message: string = BROKEN.words) {
    super(message);
  }
}
