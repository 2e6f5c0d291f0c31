// Copyright 2026 the Rivulet authors. MIT license.

import { type Attributes, button, element } from "../dom.ts";
import type { SentRequest } from "./sent_request.ts";

/** The real messages, as they are sent. */
function createSentView({ url, headers, model, messages }: SentRequest): HTMLElement {
  const facts = element("dl");
  const add = (name: string, value: string) =>
    facts.append(element("dt", {}, name), element("dd", {}, value));
  add("To", url ?? "the model in this browser: nothing leaves this device");
  add("Model", model);
  for (const [name, value] of Object.entries(headers)) add(name, value);
  const parts = messages.flatMap(({ role, content }) => [
    element("h3", {}, role === "system" ? "Instruction" : "Question and matches"),
    element("pre", { tabindex: "0" }, content),
  ]);
  return element("div", { class: "sent" }, facts, ...parts);
}

/** The messages, folded, and the button that unfolds them. */
export function createSentToggle(
  label: string,
  sent: SentRequest,
  attributes: Attributes = {},
): { toggle: HTMLButtonElement; view: HTMLElement } {
  const view = createSentView(sent);
  view.hidden = true;
  const toggle = button(label, () => {
    view.hidden = !view.hidden;
    toggle.setAttribute("aria-expanded", String(!view.hidden));
  }, { ...attributes, "aria-expanded": "false" });
  return { toggle, view };
}
