// Copyright 2026 the Rivulet authors. MIT license.

import { type Signal, signal } from "@preact/signals";
import { Lazy } from "../state/lazy.ts";

/** The place of something that comes late. */
export class LatePart<T> {
  /** What is there; undefined before it has come. */
  made: T | undefined;
}

/** Loads what comes late, and puts each part into its place. */
export interface LateLoader {
  /** Rejects where it does not come. */
  load(): Promise<void>;
  onTrouble(): void;
}

/**
 * What needs the library or is seldom seen. All of it comes with the first use of any part: in one
 * file it is a sixth smaller than in many that share what they need.
 */
export class LateParts {
  /** Whether they are here. */
  readonly areHere: Signal<boolean> = signal(false);
  readonly #all: Lazy<void>;
  readonly #onTrouble: () => void;

  constructor({ load, onTrouble }: LateLoader) {
    this.#onTrouble = onTrouble;
    this.#all = new Lazy(async () => {
      await load();
      this.areHere.value = true;
    });
  }

  /** Rejects where they do not come. */
  async get<T>(part: LatePart<T>): Promise<T> {
    await this.#all.get();
    return part.made!;
  }

  /** Does something with a part; where it does not come, the page says so. */
  async use<T>(part: LatePart<T>, action: (part: T) => unknown): Promise<void> {
    if (await this.load()) await action(part.made!);
  }

  /** Resolves with whether they are here. */
  async load(): Promise<boolean> {
    try {
      await this.#all.get();
      return true;
    } catch {
      this.#onTrouble();
      return false;
    }
  }
}
