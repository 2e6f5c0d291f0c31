// Copyright 2026 the Rivulet authors. MIT license.

/** What a run ends with. A signal adds its number to 128, as a shell counts. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  noMatch: 3,
  hungUp: 129,
  stopped: 130,
  quit: 131,
  closed: 141,
  terminated: 143,
} as const;
