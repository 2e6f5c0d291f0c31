// Copyright 2026 the Rivulet authors. MIT license.

// All names under which the page keeps something, or talks with its other tabs. Whatever else is at
// its origin belongs to others, and is never read or deleted.

type OwnName = "ask-stars" | `ask-stars-${string}`;

/** In localStorage. */
export const SETTINGS_KEY: OwnName = "ask-stars";
export const MODELS_KEY: OwnName = "ask-stars-models";

/** In sessionStorage. */
export const TAB_KEYS: OwnName = "ask-stars-keys";

export const TAB_USER: OwnName = "ask-stars-user";
export const CUT_ANSWER: OwnName = "ask-stars-cut-answer";

export const DATABASE: OwnName = "ask-stars";

/** How the caches of the service worker begin, one for each version of the page. */
export const SHELL_CACHE: OwnName = "ask-stars-shell-";

/** Channels between tabs and workers, which keep nothing. */
export const TABS_CHANNEL: OwnName = "ask-stars";
export const LEDGER_CHANNEL: OwnName = "ask-stars-ledger";

/** Where a load of the page leaves something to the next, in the state of the history. */
export const LEFT_OVER: OwnName = "ask-stars";

/** Whether something is the page's by its name, also where another version of it has made it. */
export function isOwnName(name: string): boolean {
  return name === "ask-stars" || name.startsWith("ask-stars-");
}
