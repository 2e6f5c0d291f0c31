// Copyright 2026 the Rivulet authors. MIT license.

import { element } from "../dom.ts";

/** The model's thinking: folded, because it is not the answer. */
export class ThinkingView {
  readonly element: HTMLDetailsElement;
  readonly #summary = element("summary", {}, "Thinking…");
  readonly #text = element("p");

  constructor() {
    this.element = element("details", { class: "thinking" }, this.#summary, this.#text);
    this.element.hidden = true;
  }

  write(text: string): void {
    this.element.hidden = false;
    this.#text.append(text);
  }

  end(): void {
    this.#summary.textContent = "Thinking";
  }
}
