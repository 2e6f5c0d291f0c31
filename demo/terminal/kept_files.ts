// Copyright 2026 the Rivulet authors. MIT license.

import { readOwnFile, replaceOwnFile, writeOwnFileAt } from "../shared/own_files.ts";
import { reasonOf } from "./output.ts";

/**
 * Files that are kept between two runs. What goes wrong with them is told once and ends no run:
 * they only save time.
 */
export class KeptFiles {
  readonly #folder: string;
  readonly #tell: (text: string) => void;
  #isBroken = false;

  constructor(folder: string, tell: (text: string) => void) {
    this.#folder = folder;
    this.#tell = tell;
  }

  /** The whole file; undefined where there is none, or where it cannot be read. */
  async read(name: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
    try {
      return await readOwnFile(this.#folder, name);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) this.#giveUp("read from", error);
      return undefined;
    }
  }

  /**
   * Writes a file whole or not at all: a run that is stopped spoils nothing. Returns whether it is
   * kept now.
   */
  async write(name: string, bytes: Uint8Array): Promise<boolean> {
    return await this.#keep(() => replaceOwnFile(this.#folder, name, bytes));
  }

  /** Writes a file that nobody has asked for; what goes wrong is not worth a word. */
  async tryToWrite(name: string, bytes: Uint8Array): Promise<void> {
    if (!this.#isBroken) await replaceOwnFile(this.#folder, name, bytes).catch(() => {});
  }

  /** Writes at a place in a file and ends it there. */
  async writeAt(name: string, start: number, bytes: Uint8Array): Promise<void> {
    await this.#keep(() => writeOwnFileAt(this.#folder, name, { start, bytes }));
  }

  /** Tells that a file holds something else than it should. */
  tellDamage(what: string): void {
    this.#tell(`${what} in ${this.#folder} cannot be used and will be read anew.`);
  }

  async #keep(work: () => Promise<void>): Promise<boolean> {
    if (this.#isBroken) return false;
    try {
      await work();
      return true;
    } catch (error) {
      this.#giveUp("write to", error);
      return false;
    }
  }

  #giveUp(what: string, error: unknown): void {
    // Whoever has not allowed it knows.
    const isForbidden = error instanceof Deno.errors.NotCapable;
    if (!this.#isBroken && !isForbidden) {
      this.#tell(`Cannot ${what} ${this.#folder}, so nothing is kept: ${reasonOf(error)}`);
    }
    this.#isBroken = true;
  }
}
