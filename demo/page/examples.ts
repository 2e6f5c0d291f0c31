// Copyright 2026 the Rivulet authors. MIT license.

import { button, byId } from "./dom.ts";

/**
 * What the empty question box suggests, and what the sample is searched for until something is
 * typed.
 */
export const EXAMPLE = "A fast way to search code from the terminal";

/**
 * What the sample has for it, best first: shown while the search still starts. A test compares it
 * with the search.
 */
export const EXAMPLE_MATCHES: readonly string[] = [
  "BurntSushi/ripgrep",
  "junegunn/fzf",
  "sharkdp/fd",
  "freeCodeCamp/freeCodeCamp",
  "node-red/node-red",
  "tonsky/FiraCode",
  "meilisearch/meilisearch",
  "elastic/elasticsearch",
];

const EXAMPLES = [
  "Search code from the terminal",
  "Something like Redux but smaller",
  "Charts without a framework",
];

/** Offers questions to start with, as long as the box is empty. */
export function showExamples(isShown: boolean, onPick: (example: string) => void): void {
  const place = byId("examples");
  place.hidden = !isShown;
  if (place.childElementCount > 0) return;
  place.append(...EXAMPLES.map((example) => button(example, () => onPick(example))));
}
