// Copyright 2026 the Rivulet authors. MIT license.

/** What each key does. */
export const KEYS: readonly (readonly [keys: string, words: string])[] = [
  ["/ or Ctrl K", "to the question box; Ctrl K takes its text as well"],
  ["Enter", "ask; with another question in the box, ask that one instead"],
  ["Shift Enter", "a new line"],
  ["Esc", "stop the answer, close a menu or a dialog"],
  ["↓ ↑ Home End", "from the box into the matches, and from one to the next"],
  ["?", "these keys"],
];
