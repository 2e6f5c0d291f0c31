// Copyright 2026 the Rivulet authors. MIT license.

import { byId } from "./dom.ts";

/** A pause in typing this long is worth a word about the matches. */
const QUIET_MS = 700;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Says one thing to a screen reader. For edges only: never for each token. */
export function say(words: string): void {
  clearTimeout(timer);
  byId("status").textContent = words;
}

/** Says it once nothing newer comes for a moment. */
export function sayLater(words: string): void {
  clearTimeout(timer);
  timer = setTimeout(() => byId("status").textContent = words, QUIET_MS);
}
