// Copyright 2026 the Rivulet authors. MIT license.

import { byId } from "../dom.ts";

/** The place where the answer stands, or what has to be said in its stead. */
export class Stage {
  readonly #section = byId("answer");
  readonly #body = byId("answer-body");
  readonly #alert = byId("alert");
  readonly #onShow: (isImportant: boolean) => void;

  /** `onShow` hears whether what is shown should come before the matches on a phone. */
  constructor(onShow: (isImportant: boolean) => void) {
    this.#onShow = onShow;
  }

  /** Shows something in place of what was there. */
  show(content: HTMLElement, { isImportant = true } = {}): void {
    this.#alert.replaceChildren();
    this.#body.replaceChildren(content);
    this.#onShow(isImportant);
  }

  /** Shows a failure below what is there already, and has it read out at once. */
  alert(content: HTMLElement, { keep }: { keep: boolean }): void {
    if (!keep) this.#body.replaceChildren();
    this.#alert.replaceChildren(content);
    this.#onShow(true);
  }

  set isBusy(isBusy: boolean) {
    this.#section.setAttribute("aria-busy", String(isBusy));
  }
}
