// Copyright 2026 the Rivulet authors. MIT license.

import { button, element } from "../dom.ts";
import { formatCount } from "../format.ts";
import { createNameInput, NAME_PROBLEM, readUserName } from "../stars/user_name.ts";
import { createPanel, createResult, createRow } from "./panel.ts";

/** What a first visitor sees in the place of the answer. */
export function createWelcome(
  sampleCount: number,
  onLoad: (user: string) => void,
): HTMLElement {
  const label = "GitHub user name";
  const input = createNameInput({ "aria-label": label, "placeholder": label });
  const result = createResult();
  const form = element(
    "form",
    { class: "row" },
    input,
    element("button", { type: "submit" }, "Load stars"),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const user = readUserName(input.value);
    if (user !== undefined) return onLoad(user);
    result.textContent = NAME_PROBLEM;
    input.focus();
  });
  return createPanel(
    "Start with the sample, or load your own stars",
    element(
      "p",
      {},
      `${formatCount(sampleCount)} repositories are ready to search now. No account, no download.`,
    ),
    form,
    result,
  );
}

/** What stands in the place of the answer once a person has stars of their own. */
export function createInvitation(title: string, onOther: () => void): HTMLElement {
  return createPanel(
    `Ask the stars of ${title}`,
    element("p", {}, "The matches change as you type. Enter asks the engine that you have picked."),
    createRow(button("Other stars", onOther)),
  );
}

/** A part of the page did not come. */
export function createLoadFailure(error: unknown): HTMLElement {
  return createPanel(
    "A part of this page did not load.",
    element("p", {}, "You may be offline. Try once more, or reload the page."),
    element("p", { class: "words-of-server" }, error instanceof Error ? error.message : ""),
  );
}
