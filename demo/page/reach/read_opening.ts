// Copyright 2026 the Rivulet authors. MIT license.

import { hasSettings, loadSettings, type Settings } from "../storage/settings.ts";
import { type LeftOver, readLeftOver } from "./left_over.ts";
import { enteredAddresses, sourcesOf } from "./sources.ts";

/** How a load of the page begins. */
export interface Opening {
  readonly settings: Settings;
  readonly leftOver?: LeftOver | undefined;
}

/** What is kept, what the load before has left, and the sources of a policy for all addresses in it. */
export function readOpening(saved: unknown): Opening & { readonly sources: readonly string[] } {
  // Once: the next load finds nothing.
  if (saved !== undefined) history.replaceState(null, "");
  const leftOver = readLeftOver(saved);
  const settings = (hasSettings() ? undefined : leftOver?.settings) ?? loadSettings();
  return { settings, leftOver, sources: sourcesOf(enteredAddresses(settings, leftOver?.dialog)) };
}
