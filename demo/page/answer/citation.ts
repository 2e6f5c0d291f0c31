// Copyright 2026 the Rivulet authors. MIT license.

import { button } from "./element.ts";
import type { Sources } from "./sources.ts";

let lastId = 0;

/** A button that leads to a source. */
export function createCitation(number: number, sources: Sources): HTMLButtonElement {
  const id = `citation-${++lastId}`;
  const label = `Source ${number}, ${sources.matches[number - 1]!.fullName}`;
  return button(String(number), () => sources.reach(number, id), {
    id,
    "class": "citation",
    "aria-label": label,
  });
}
