// Copyright 2026 the Rivulet authors. MIT license.

import { button, element } from "../dom.ts";
import { createPanel, createRow } from "./panel.ts";

/** Longer words are cut to this many letters to find more. */
const STEM_LENGTH = 4;

/** Nothing was found; no model was asked. */
export function createNoMatch(
  question: string,
  { isOwn, filters }: { isOwn: boolean; filters: { readonly isActive: boolean } },
  { onBroaden, onClearFilters }: { onBroaden: () => void; onClearFilters: () => void },
): HTMLElement {
  const buttons = [
    ...(broaden(question) === question ? [] : [button("Broaden", onBroaden)]),
    ...(filters.isActive ? [button("Clear filters", onClearFilters)] : []),
  ];
  return createPanel(
    isOwn ? "None of your stars match that." : "No repository matches that.",
    element("p", {}, "Nothing was sent to any model."),
    createRow(...(buttons.length > 0 ? buttons : ["Try other words, a language or a topic."])),
  );
}

/** The question with the starts of its words, which more words have. */
export function broaden(question: string): string {
  return question.split(/\s+/).map((word) => word.slice(0, STEM_LENGTH)).join(" ");
}
