// Copyright 2026 the Rivulet authors. MIT license.

import { byId } from "./dom.ts";
import type { Late, Page } from "./page.ts";

/** Loads the rest of the page when somebody touches it. */
export class LateParts {
  readonly #page: () => Page;
  readonly #onFailure: (error: unknown) => void;
  #parts: Late | undefined;
  #loading: Promise<Late> | undefined;

  constructor(page: () => Page, onFailure: (error: unknown) => void) {
    this.#page = page;
    this.#onFailure = onFailure;
  }

  /** The parts, where they are loaded already. */
  get loaded(): Late | undefined {
    return this.#parts;
  }

  /** Loads them once. */
  async load(): Promise<Late> {
    this.#loading ??= import("./late.ts").then(({ createLate }) => createLate(this.#page()));
    try {
      return this.#parts = await this.#loading;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }

  async use(action: (late: Late) => void): Promise<void> {
    let parts: Late;
    try {
      parts = await this.load();
    } catch (error) {
      return this.#onFailure(error);
    }
    action(parts);
  }

  /**
   * Opens the dialogs of the chips. Whoever touches the page will want the rest of it, so that it
   * loads at the first touch.
   */
  watchClicks(): void {
    const onClick = (id: string, action: (late: Late) => void): void =>
      byId(id).addEventListener("click", () => this.use(action));
    onClick("stars-chip", (late) => late.openStars());
    onClick("engine-chip", (late) => late.openEngine());
    onClick("privacy-chip", (late) => late.openPrivacy());
    for (const touch of ["pointerover", "keydown", "focusin"]) {
      addEventListener(touch, () => this.use(() => {}), { once: true, passive: true });
    }
  }
}
