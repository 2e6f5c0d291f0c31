// Copyright 2026 the Rivulet authors. MIT license.

import { hasSettings, loadSettings, type Settings } from "../storage/settings.ts";
import { type LeftOver, takeLeftOver } from "./left_over.ts";
import { enteredAddresses, narrowReach } from "./reach.ts";

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
