// Copyright 2026 the Rivulet authors. MIT license.

import { element } from "../dom.ts";

/** A framed piece of the page with a title. */
export function createPanel(
  title: string,
  ...children: readonly (Node | string)[]
): HTMLElement {
  return element("div", { class: "panel" }, element("h3", {}, title), ...children);
}

/** A line in small print. */
export function createHint(text: string): HTMLElement {
  return element("p", { class: "hint" }, text);
}

/** Things side by side, mostly buttons. */
export function createRow(...children: readonly (Node | string)[]): HTMLElement {
  return element("div", { class: "row" }, ...children);
}

/** The place that says what became of a form. */
export function createResult(): HTMLElement {
  return element("div", { "class": "result", "aria-live": "polite" });
}
