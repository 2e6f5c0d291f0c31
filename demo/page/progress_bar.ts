// Copyright 2026 the Rivulet authors. MIT license.

import { element } from "./dom.ts";

/** A bar that tells a screen reader of each tenth, and no more often. */
export class ProgressBar {
  readonly element: HTMLProgressElement;
  #told = -1;

  constructor(label: string) {
    this.element = element("progress", { "max": "1", "aria-label": label });
  }

  /** Shows how far it is, from 0 to 1 and in words; undefined where the end cannot be told. */
  show(progress: number | undefined, words: string): void {
    if (progress === undefined) return this.element.removeAttribute("value");
    this.element.value = progress;
    const tenth = Math.floor(progress * 10);
    if (tenth === this.#told) return;
    this.#told = tenth;
    this.element.setAttribute("aria-valuetext", words);
  }
}
