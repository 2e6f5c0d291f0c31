// Copyright 2026 the Rivulet authors. MIT license.

import { byId, element } from "./dom.ts";

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
  readonly #hint = element("p", { class: "hint" });
  readonly #buttons = element("div", { class: "row" });
  readonly #bar: HTMLProgressElement;
  readonly #element: HTMLElement;
  #told = -1;

  constructor(label: string) {
    this.#bar = element("progress", { "max": "1", "aria-label": label });
    const words = element("div", { class: "words" }, this.#line, this.#hint);
    this.#element = element(
      "div",
      { class: "banner", role: "group", "aria-label": label },
      element("div", { class: "line" }, words, this.#buttons),
      this.#bar,
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
    if (!isSame([...this.#buttons.children], buttons)) this.#buttons.replaceChildren(...buttons);
    this.#bar.hidden = progress === undefined;
    if (progress === undefined) return;
    this.#bar.value = progress;
    const tenth = Math.floor(progress * 10);
    if (tenth === this.#told) return;
    this.#told = tenth;
    this.#bar.setAttribute("aria-valuetext", progressText ?? line);
  }

  hide(): void {
    this.#element.hidden = true;
  }
}

function isSame(present: readonly Element[], wanted: readonly Element[]): boolean {
  return present.length === wanted.length && present.every((item, index) => item === wanted[index]);
}
