// Copyright 2026 the Rivulet authors. MIT license.

import { hasSettings, loadSettings, type Settings } from "../storage/settings.ts";
import { type LeftOver, readLeftOver } from "./left_over.ts";
import { enteredAddresses, narrowReach } from "./narrow.ts";

/** Where the load before has left something, in the state of the history. */
export const LEFT_OVER = "ask-stars";

/**
 * Narrows this load of the page to what the person has entered. What an address of the page, such as
 * a link to a question, holds has no part in it.
 */
export function openReach(): { settings: Settings; leftOver: LeftOver | undefined } {
  const leftOver = takeLeftOver();
  const settings = (hasSettings() ? undefined : leftOver?.settings) ?? loadSettings();
  narrowReach(enteredAddresses(settings, leftOver?.dialog));
  return { settings, leftOver };
}

/** What the load before has left, once: the next one finds nothing. */
function takeLeftOver(): LeftOver | undefined {
  const saved = history.state?.[LEFT_OVER];
  if (saved === undefined) return undefined;
  history.replaceState(null, "");
  return readLeftOver(saved);
}
