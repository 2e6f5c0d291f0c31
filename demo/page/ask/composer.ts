// Copyright 2026 the Rivulet authors. MIT license.

import { byId } from "../dom.ts";

/** A second press this soon after Ask is a double press, and must not stop the answer. */
const DOUBLE_PRESS_MS = 400;

/** What the question box does. */
export interface ComposerHandlers {
  onType(question: string): void;
  onAsk(question: string): void;
  onStop(): void;
}

/** The question box and its one button, which asks or stops. */
export class Composer {
  readonly #form = byId<HTMLFormElement>("question-form");
  readonly #input = byId<HTMLTextAreaElement>("question");
  readonly #submit = byId<HTMLButtonElement>("submit");
  readonly #hint = byId("question-hint");
  readonly #askHint = this.#hint.textContent;
  readonly #handlers: ComposerHandlers;
  #isBusy = false;
  #busySince = 0;

  constructor(handlers: ComposerHandlers) {
    this.#handlers = handlers;
    this.#input.addEventListener("input", () => handlers.onType(this.question));
    this.#input.addEventListener("keydown", (event) => this.#press(event));
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#act();
    });
    document.addEventListener("keydown", (event) => this.#pressAnywhere(event));
    if (hasTouchKeyboard()) this.#hint.textContent = this.#askHint.replace(/^.*line\. /, "");
  }

  get question(): string {
    return this.#input.value.trim();
  }

  set question(question: string) {
    this.#input.value = question;
    this.#handlers.onType(this.question);
  }

  focus(): void {
    this.#input.focus();
  }

  /** While an answer comes, the button stops it. */
  set isBusy(isBusy: boolean) {
    if (isBusy && !this.#isBusy) this.#busySince = performance.now();
    this.#isBusy = isBusy;
    this.#submit.textContent = isBusy ? "Stop" : "Ask";
    this.#hint.textContent = isBusy ? "Esc to stop." : this.#askHint;
  }

  #act(): void {
    if (!this.#isBusy) {
      if (this.question === "") return this.focus();
      return this.#handlers.onAsk(this.question);
    }
    if (performance.now() - this.#busySince >= DOUBLE_PRESS_MS) this.#handlers.onStop();
  }

  #press(event: KeyboardEvent): void {
    // An input method ends a word with Enter; on a touch keyboard Enter is the only way to a new
    // line.
    if (event.key !== "Enter" || event.shiftKey || event.isComposing || hasTouchKeyboard()) return;
    event.preventDefault();
    if (!event.repeat) this.#act();
  }

  #pressAnywhere(event: KeyboardEvent): void {
    if (event.key === "Escape" && this.#isBusy && document.querySelector("dialog[open]") === null) {
      event.preventDefault();
      this.#handlers.onStop();
    } else if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.focus();
      this.#input.select();
    }
  }
}

function hasTouchKeyboard(): boolean {
  return matchMedia("(pointer: coarse) and (hover: none)").matches;
}
