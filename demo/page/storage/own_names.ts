// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Under these names the page keeps things in this browser. Other apps of its origin have names of
 * their own: at `http://localhost:8000` there may be many.
 */
export const OWN_NAMES = {
  /** In `localStorage`. */
  settings: "ask-stars",
  loadedModels: "ask-stars-models",
  /** In `sessionStorage`. */
  keys: "ask-stars-keys",
  /** A database. */
  database: "ask-stars",
  /** A cache, which the service worker fills. */
  shell: "ask-stars-shell",
} as const;

/** Whether a name is the page's own, of this version or of another one. */
export function isOwnName(name: string): boolean {
  return /^ask-stars(?:-|$)/.test(name);
}
