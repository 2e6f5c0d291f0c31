// Copyright 2026 the Rivulet authors. MIT license.

import type { State } from "./state.ts";

/** Something that is wrong with the page itself, in a line. */
export interface Trouble {
  readonly line: string;
  readonly action?: { readonly words: string; readonly run: () => void } | undefined;
}

/** All that is wrong with the page now. */
export function troublesOf(
  { isOnline, storageTrouble, searchTrouble, pageTrouble, isDeleted }: State,
): Trouble[] {
  const reload = { words: "Reload the page", run: () => location.reload() };
  return [
    ...(isOnline.value
      ? []
      : [{ line: "You are offline. Saved stars and downloaded models still work." }]),
    ...(storageTrouble.value === undefined || isDeleted.value
      ? []
      : [{ line: storageTrouble.value.words }]),
    ...(searchTrouble.value === undefined ? [] : [{
      line: searchTrouble.value.words,
      ...(searchTrouble.value.kind === "broken" && { action: reload }),
    }]),
    ...(pageTrouble.value === undefined ? [] : [{ line: pageTrouble.value, action: reload }]),
    ...(isDeleted.value
      ? [{
        line: "This page keeps nothing any more: everything was to be deleted.",
        action: reload,
      }]
      : []),
  ];
}
