// Copyright 2026 the Rivulet authors. MIT license.

import { byId, element } from "./dom.ts";
import { createHint, createRow } from "./panels/panel.ts";
import { ProgressBar } from "./progress_bar.ts";
import { hasSameItems } from "./same_items.ts";

/** What a banner says. */
export interface BannerContent {
  readonly line: string;
  readonly hint?: string | undefined;
  /** From 0 to 1. */
  readonly progress?: number | undefined;
  /** The progress in words, for a screen reader. */
  readonly progressText?: string | undefined;
  readonly buttons?: readonly HTMLElement[] | undefined;
}

/** A line under the question about something that goes on beside it. */
export class Banner {
  readonly #line = element("p");
  readonly #hint = createHint("");
  readonly #buttons = createRow();
  readonly #bar: ProgressBar;
  readonly #element: HTMLElement;

  constructor(label: string) {
    this.#bar = new ProgressBar(label);
    const words = element("div", { class: "words" }, this.#line, this.#hint);
    this.#element = element(
      "div",
      { class: "banner", role: "group", "aria-label": label },
      element("div", { class: "line" }, words, this.#buttons),
      this.#bar.element,
    );
    this.#element.hidden = true;
    byId("banners").append(this.#element);
  }

  show({ line, hint = "", progress, progressText, buttons = [] }: BannerContent): void {
    const isNew = this.#element.hidden;
    this.#element.hidden = false;
    if (isNew) this.#element.scrollIntoView({ block: "nearest" });
    this.#line.textContent = line;
    this.#hint.textContent = hint;
    // The same buttons stay in place: a click must not fall between two of them.
    if (!hasSameItems([...this.#buttons.children], buttons)) {
      this.#buttons.replaceChildren(...buttons);
    }
    this.#bar.element.hidden = progress === undefined;
    this.#bar.show(progress, progressText ?? line);
  }

  hide(): void {
    this.#element.hidden = true;
  }
}
