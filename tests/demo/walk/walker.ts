// Copyright 2026 the Rivulet authors. MIT license.

import { callIn, type Tab } from "../../support/browsers/mod.ts";
import type { Modifier } from "../../support/browsers/driver.ts";
import { within } from "../../support/until.ts";

/** The first element in sight of a selector, and of those the one whose text matches a pattern. */
export interface Find {
  readonly css: string;
  readonly text?: string;
}

const LIMIT_MS = 20_000;

/** Goes through a page as a person does, in any browser. */
export class Walker {
  readonly #tab: Tab;

  constructor(tab: Tab) {
    this.#tab = tab;
  }

  /** Calls a function in the page. */
  call<Values extends unknown[], Result>(
    run: (...values: Values) => Result | Promise<Result>,
    ...values: Values
  ): Promise<Result> {
    return callIn(this.#tab, run, ...values);
  }

  /** Opens an address, with what an earlier visit would have kept. */
  async open(url: string, settings?: unknown): Promise<void> {
    if (settings !== undefined) {
      await this.#tab.goTo(new URL("icon.svg", url).href);
      await this.call((text) => localStorage.setItem("ask-stars", text), JSON.stringify(settings));
    }
    await this.#tab.goTo(url);
  }

  /** Waits until something is in sight, and tells what it says. */
  async waitFor(find: Find): Promise<string> {
    return (await callIn(this.#tab, lookFor, find, LIMIT_MS)).text;
  }

  /** Waits until something holds in the page. */
  async until<Values extends unknown[]>(
    condition: (...values: Values) => boolean,
    ...values: Values
  ): Promise<void> {
    const poll = `async (...values) => {
      while (!(${condition})(...values)) await new Promise((resolve) => setTimeout(resolve, 50));
    }`;
    await within(callIn(this.#tab, poll, ...values), `${condition} of ${values}`);
  }

  /** Clicks on something as soon as it is in sight and nothing covers it. */
  async click(find: Find): Promise<void> {
    const { x, y } = await callIn(this.#tab, lookFor, find, LIMIT_MS);
    await this.#tab.clickAt(x, y);
  }

  press(key: string, modifier?: Modifier): Promise<void> {
    return this.#tab.press(key, modifier);
  }

  type(text: string): Promise<void> {
    return this.#tab.type(text);
  }

  /** Puts the focus into a field, and a text in place of what is in it. */
  async fill(find: Find, text: string): Promise<void> {
    await this.click(find);
    await this.call(() => {
      const field = document.activeElement as HTMLInputElement;
      field.setSelectionRange(0, field.value.length);
    });
    await this.press("Backspace");
    await this.type(text);
  }

  texts(css: string): Promise<string[]> {
    return this.call(
      (css) => [...document.querySelectorAll<HTMLElement>(css)].map(({ innerText }) => innerText),
      css,
    );
  }

  takePicture(): Promise<Uint8Array> {
    return this.#tab.takePicture();
  }
}

/** Runs in the page: where the middle of something is, once it moves no more, and what it says. */
async function lookFor(
  { css, text }: Find,
  limitMs: number,
): Promise<{ x: number; y: number; text: string }> {
  const end = performance.now() + limitMs;
  let seen = "";
  // No frame is drawn in a tab that another one covers.
  const moment = () => new Promise((resolve) => setTimeout(resolve, 50));
  do {
    const elements = [...document.querySelectorAll<HTMLElement>(css)].filter((element) =>
      element.checkVisibility() && (text === undefined || new RegExp(text).test(element.innerText))
    );
    for (const element of elements) {
      if (css !== "body") element.scrollIntoView({ block: "nearest", behavior: "instant" });
      const { left, top, width, height } = element.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      const isClear = width <= 1 || css === "body" ||
        element.contains(document.elementFromPoint(x, y)) ||
        document.elementFromPoint(x, y)?.contains(element);
      seen = "it is covered";
      if (!isClear) continue;
      await moment();
      const later = element.getBoundingClientRect();
      seen = "it moves";
      if (later.left === left && later.top === top) return { x, y, text: element.innerText };
    }
    await moment();
  } while (performance.now() < end);
  throw new Error(`Looked in vain for ${css} ${text ?? ""} ${seen}`);
}
