// Copyright 2026 the Rivulet authors. MIT license.

import type { StorageTrouble } from "../storage/trouble.ts";
import type { State } from "../state/state.ts";

/** Something that is wrong with the page itself, in a line. */
export interface Trouble {
  readonly line: string;
  readonly action?: { readonly words: string; readonly run: () => void } | undefined;
}

/** What a trouble of storage means for a person. */
export const STORAGE_WORDS: Readonly<Record<StorageTrouble, string>> = {
  missing:
    "This browser has no storage for pages. Everything works from memory, and is gone when you close the page.",
  blocked:
    "This browser lets this page keep nothing: cookies and site data are blocked, or the window is private. Everything works from memory, and is gone when you close the page.",
  full:
    "The storage of this browser is full. What comes from now on works from memory, and is gone when you close the page.",
  failed:
    "The storage of this browser does not work now. What comes from now on works from memory, and is gone when you close the page.",
};

/** All that is wrong with the page now. */
export function troublesOf(
  { isOnline, storageTrouble, searchTrouble, pageTrouble, hasNewVersion, isDeleted }: State,
): Trouble[] {
  const reload = { words: "Reload the page", run: () => location.reload() };
  const renew = { words: "Reload", run: reload.run };
  return [
    ...(isOnline.value
      ? []
      : [{ line: "You are offline. Saved stars and downloaded models still work." }]),
    ...(storageTrouble.value === undefined || isDeleted.value
      ? []
      : [{ line: STORAGE_WORDS[storageTrouble.value] }]),
    ...(searchTrouble.value === undefined ? [] : [{
      line: searchTrouble.value.words,
      ...(searchTrouble.value.kind === "broken" && { action: reload }),
    }]),
    ...(pageTrouble.value === undefined ? [] : [{ line: pageTrouble.value, action: reload }]),
    ...(hasNewVersion.value
      ? [{ line: "There is a new version of this page.", action: renew }]
      : []),
    ...(isDeleted.value
      ? [{
        line: "This page no longer saves anything, because everything was deleted.",
        action: reload,
      }]
      : []),
  ];
}
