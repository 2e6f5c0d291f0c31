// Copyright 2026 the Rivulet authors. MIT license.

import { type Signal, signal } from "@preact/signals";
import type { FunctionComponent } from "preact";
import type { Asking } from "./ask/asking.ts";
import type { Meanings } from "./meanings/meanings.ts";
import type { ReadmeReading } from "./readmes/readme_reading.ts";
import type { StarReading } from "./stars/star_reading.ts";
import { Lazy } from "./state/lazy.ts";

/** What needs the library or is seldom seen, and so is loaded when the page is first touched. */
export interface Late {
  readonly asking: Asking;
  readonly stars: StarReading;
  readonly meanings: Meanings;
  readonly readmes: ReadmeReading;
  /** What a request to another host is for, in words. */
  reasonOf(url: URL): string;
  readonly views: {
    /** The answer, or what has to be decided before it. */
    readonly AnswerSection: FunctionComponent;
    /** The dialog that is open. */
    readonly Dialogs: FunctionComponent;
    /** How far stars and meanings are read. */
    readonly ReadingBanners: FunctionComponent;
  };
}

/** Loads the rest of the page once. */
export class LateParts {
  /** The parts, where they are here already. */
  readonly loaded: Signal<Late | undefined> = signal<Late | undefined>(undefined);
  readonly #parts: Lazy<Late>;
  readonly #onTrouble: (error: unknown) => void;

  constructor(load: () => Promise<Late>, onTrouble: (error: unknown) => void) {
    this.#parts = new Lazy(load);
    this.#onTrouble = onTrouble;
  }

  async load(): Promise<Late> {
    addLateStyle();
    const parts = await this.#parts.get();
    this.loaded.value = parts;
    return parts;
  }

  /** Does something with the parts; where they do not come, the page says so. */
  async use(action: (late: Late) => unknown): Promise<void> {
    let parts: Late;
    try {
      parts = await this.load();
    } catch (error) {
      return this.#onTrouble(error);
    }
    await action(parts);
  }
}

/** How dialogs and a printed page look: no visit starts with either. */
function addLateStyle(): void {
  if (document.querySelector('link[href="late.css"]') !== null) return;
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = "late.css";
  document.head.append(link);
}
