// Copyright 2026 the Rivulet authors. MIT license.

import { button, byId } from "./dom.ts";

const EXAMPLES = [
  "Search code from the terminal",
  "Something like Redux but smaller",
  "Charts without a framework",
];

/** Offers questions to start with, as long as the box is empty. */
export function showExamples(isShown: boolean, onPick: (example: string) => void): void {
  const place = byId("examples");
  place.hidden = !isShown;
  if (place.childElementCount > 0) return;
  place.append(...EXAMPLES.map((example) => button(example, () => onPick(example))));
}
