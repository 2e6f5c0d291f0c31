// Copyright 2026 the Rivulet authors. MIT license.

import type { Repository } from "../../stars/repository.ts";
import { Cell } from "../cell.ts";

/** Where READMEs are, unless the settings say otherwise. */
export const README_URL = "https://raw.githubusercontent.com";

/** What became of a README. */
export interface Readme {
  /** Its first words; `""` where there are none. */
  readonly prose: string;
  /** What its card says. */
  readonly words: string;
}

/** How far a reading is, and why it ended where it did not just end. */
export interface ReadmesState {
  /** While READMEs are read. */
  readonly reading?: { readonly done: number; readonly total: number };
  readonly problem?: string;
}

/** Gets a README; rejects with a ReadmeError where it does not come. */
export type FetchReadme = (
  fullName: string,
  access: { baseUrl: string; signal: AbortSignal },
) => Promise<string>;

const FAILED: Readme = { prose: "", words: "README did not come" };

/** The READMEs that have been read since the page was opened. They are kept in memory only. */
export class Readmes {
  readonly changes: Cell<ReadmesState> = new Cell<ReadmesState>({});
  readonly #load: () => Promise<FetchReadme>;
  readonly #known = new Map<string, Readme>();
  #running: AbortController | undefined;

  /** `load` brings the program that fetches: most visits never need it. */
  constructor(load: () => Promise<FetchReadme>) {
    this.#load = load;
  }

  get(fullName: string): Readme | undefined {
    return this.#known.get(fullName);
  }

  /** What goes with a question; undefined where the README was not read or has no words. */
  proseOf(fullName: string): string | undefined {
    return this.#known.get(fullName)?.prose || undefined;
  }

  /** Those whose README was not asked for yet, or did not come. */
  missing(repositories: readonly Repository[]): Repository[] {
    return repositories.filter(({ fullName }) => {
      const readme = this.#known.get(fullName);
      return readme === undefined || readme === FAILED;
    });
  }

  /** Reads what is missing, one after another. Only after the person has agreed. */
  async read(repositories: readonly Repository[], baseUrl: string): Promise<void> {
    this.cancel();
    const { signal } = this.#running = new AbortController();
    const wanted = this.missing(repositories);
    const total = wanted.length;
    try {
      const fetchReadme = await this.#load();
      for (const [done, { fullName }] of wanted.entries()) {
        this.changes.set({ reading: { done, total } });
        await this.#readOne(fullName, () => fetchReadme(fullName, { baseUrl, signal }));
        signal.throwIfAborted();
      }
      this.changes.set({});
    } catch (error) {
      // A newer reading tells of itself.
      if (this.#running?.signal !== signal) return;
      this.changes.set(signal.aborted ? {} : { problem: (error as Error).message });
    }
  }

  /** What has come is kept. */
  cancel(): void {
    this.#running?.abort();
  }

  async #readOne(fullName: string, fetchOne: () => Promise<string>): Promise<void> {
    try {
      const prose = await fetchOne();
      this.#known.set(fullName, { prose, words: prose === "" ? "no README" : "README read" });
    } catch (error) {
      // Where only this one did not come, the next one may.
      if ((error as { isFinal?: boolean }).isFinal !== false) throw error;
      this.#known.set(fullName, FAILED);
    }
  }
}
