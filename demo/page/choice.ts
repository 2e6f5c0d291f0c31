// Copyright 2026 the Rivulet authors. MIT license.

import { element } from "./dom.ts";

/** One of several things to pick. */
export interface Choice {
  readonly value: string;
  readonly title: string;
  /** A word or a size at its side. */
  readonly state: string;
  readonly about: string;
  readonly isPicked: boolean;
  readonly isDisabled?: boolean;
}

/** A field of choices, of which one is picked. */
export function createChoices(
  { name, label }: { name: string; label: string },
  choices: readonly Choice[],
): HTMLFieldSetElement {
  const field = element("fieldset", { class: "choices" });
  field.append(
    element("legend", { class: "unseen" }, label),
    ...choices.map((choice) => createChoice(name, choice)),
  );
  return field;
}

/** The value of the choice that is picked; `""` where there is none. */
export function pickedValue(field: HTMLElement): string {
  return field.querySelector<HTMLInputElement>("input:checked")?.value ?? "";
}

function createChoice(
  name: string,
  { value, title, state, about, isPicked, isDisabled = false }: Choice,
): HTMLElement {
  return element(
    "label",
    { class: "choice" },
    element("input", { type: "radio", name, value, checked: isPicked, disabled: isDisabled }),
    element("span", { class: "title" }, title),
    element("span", { class: "state", "data-state": value }, state),
    element("span", { class: "about" }, about),
  );
}
