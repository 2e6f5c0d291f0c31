// Copyright 2026 the Rivulet authors. MIT license.

import { LEFT_OVER } from "./storage/own_names.ts";
import { hasSettings, loadSettings } from "./storage/settings.ts";
import { narrowReach } from "./reach/narrow.ts";
import type { Opening } from "./reach/read_opening.ts";

/**
 * Narrows this load of the page to what the person has entered. What an address of the page, such as
 * a link to a question, holds has no part in it.
 */
export async function openReach(): Promise<Opening> {
  const saved: unknown = history.state?.[LEFT_OVER];
  // A first visit has nothing of the kind. Where what reads it does not load, the page reaches the
  // hosts that it names.
  const kept = saved !== undefined || hasSettings()
    ? await import("./kept.ts").catch(() => undefined)
    : undefined;
  const opening = kept?.readOpening(saved);
  narrowReach(opening?.sources ?? []);
  return opening ?? { settings: loadSettings() };
}
