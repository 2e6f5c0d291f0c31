// Copyright 2026 the Rivulet authors. MIT license.

import { byId } from "./dom.ts";
import { Lazy } from "./lazy.ts";
import type { Late, Page } from "./page.ts";

/** Loads the rest of the page when somebody touches it. */
export class LateParts {
  readonly #onFailure: (error: unknown) => void;
  readonly #late: Lazy<Late>;
  #parts: Late | undefined;

  constructor(page: () => Page, onFailure: (error: unknown) => void) {
    this.#late = new Lazy(async () => (await import("./late.ts")).createLate(page()));
    this.#onFailure = onFailure;
  }

  /** The parts, where they are loaded already. */
  get loaded(): Late | undefined {
    return this.#parts;
  }

  /** Loads them once. */
  async load(): Promise<Late> {
    return this.#parts = await this.#late.get();
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
