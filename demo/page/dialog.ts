// Copyright 2026 the Rivulet authors. MIT license.

import { button, byId, element } from "./dom.ts";

/** A dialog with a title and a way out. */
export class Dialog {
  readonly #dialog: HTMLDialogElement;
  readonly #body = element("div", { class: "dialog-body" });

  constructor(id: string, title: string) {
    this.#dialog = byId<HTMLDialogElement>(id);
    const close = button("Close", () => this.close(), { class: "quiet" });
    this.#dialog.append(
      element("div", { class: "dialog-head" }, element("h2", { id: `${id}-title` }, title), close),
      this.#body,
    );
    // A click on the backdrop is a click on the dialog itself.
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.close();
    });
  }

  /** Opens with this content; the browser gives the focus back when it closes. */
  open(...content: readonly Node[]): void {
    this.#body.replaceChildren(...content);
    if (!this.#dialog.open) this.#dialog.showModal();
  }

  close(): void {
    this.#dialog.close();
  }
}

/** A part of a dialog with a heading. */
export function createSection(
  title: string,
  ...children: readonly (Node | string)[]
): HTMLElement {
  return element("section", {}, element("h3", {}, title), ...children);
}

/** A labelled field. */
export function createField(
  label: string,
  control: HTMLElement,
  hint = "",
): HTMLElement {
  const field = element("label", { class: "field" }, label, control);
  if (hint !== "") field.append(element("span", { class: "hint" }, hint));
  return field;
}
