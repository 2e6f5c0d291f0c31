// Copyright 2026 the Rivulet authors. MIT license.

import { byId } from "./dom.ts";

/** Where the columns stand one above the other. */
const NARROW = "(max-width: 53.75em)";

/** Puts the answer and the matches in an order that fits the window. */
export class Layout {
  readonly #columns = byId("columns");
  readonly #answer = byId("answer");
  readonly #matches = byId<HTMLDetailsElement>("matches");
  readonly #narrow = matchMedia(NARROW);
  #isAnswerFirst = false;

  constructor() {
    this.#narrow.addEventListener("change", () => this.#arrange());
    this.#arrange();
    reserveBottomBar();
  }

  /**
   * On a phone the matches come first until there is an answer or something to decide; then they
   * fold. The elements themselves move, so that the order is the same for the eyes, the keyboard
   * and a screen reader.
   */
  set isAnswerFirst(isAnswerFirst: boolean) {
    const changes = isAnswerFirst !== this.#isAnswerFirst;
    this.#isAnswerFirst = isAnswerFirst;
    if (changes) this.#arrange();
  }

  #arrange(): void {
    const isMatchesFirst = this.#narrow.matches && !this.#isAnswerFirst;
    const [first, second] = isMatchesFirst
      ? [this.#matches, this.#answer]
      : [this.#answer, this.#matches];
    if (this.#columns.firstElementChild !== first) this.#columns.append(first, second);
    this.#matches.open = isMatchesFirst || !this.#narrow.matches;
  }
}

/**
 * On a phone the question stands at the bottom; the page ends above it, and focus never hides
 * behind it.
 */
function reserveBottomBar(): void {
  const form = byId("question-form");
  new ResizeObserver(() => {
    const isFixed = getComputedStyle(form).position === "fixed";
    const height = isFixed ? `${form.offsetHeight + 8}px` : "1rem";
    document.documentElement.style.setProperty("--bottom-bar", height);
  }).observe(form);
}
