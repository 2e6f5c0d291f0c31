// Copyright 2026 the Rivulet authors. MIT license.

import { button, element } from "../dom.ts";
import { ProgressBar } from "../progress_bar.ts";
import { say } from "../status.ts";
import { LoadWords } from "./load_words.ts";
import { createPanel, createRow } from "./panel.ts";

/** The way of a model from the network into graphics memory. */
export class ModelLoading {
  readonly element: HTMLElement;
  readonly #words: LoadWords;
  readonly #line = element("p", {}, "Preparing…");
  readonly #bar = new ProgressBar("Download");

  constructor(name: string, onCancel: () => void) {
    this.#words = new LoadWords(name);
    this.element = createPanel(
      `Getting ${name} ready`,
      this.#line,
      this.#bar.element,
      createRow(button("Cancel", onCancel)),
    );
  }

  /** Shows what the library reports. */
  update(text: string): void {
    const { line, newPhase, progress, progressText = line } = this.#words.read(text);
    this.#line.textContent = line;
    if (newPhase !== undefined) say(`${newPhase}.`);
    this.#bar.show(progress, progressText);
  }
}
