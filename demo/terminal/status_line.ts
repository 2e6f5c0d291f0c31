// Copyright 2026 the Rivulet authors. MIT license.

import { cutToWidth } from "./fit.ts";
import type { Output } from "./output.ts";

const ERASE_REST = "\x1b[K";

/**
 * A line about what goes on: rewritten in place on a terminal; elsewhere written once for each thing
 * that goes on, because there it would pile up.
 */
export class StatusLine {
  readonly #output: Output;
  readonly #told = new Set<string>();
  #isShown = false;

  constructor(output: Output) {
    this.#output = output;
  }

  show(subject: string, text: string): void {
    const { width } = this.#output;
    if (width !== undefined) {
      this.#output.write(`\r${cutToWidth(text, width - 1)}${ERASE_REST}`);
      this.#isShown = true;
    } else if (!this.#told.has(subject)) {
      this.#told.add(subject);
      this.#output.write(`${text}\n`);
    }
  }

  /** To be called before anything else is written to the same screen. */
  clear(): void {
    if (this.#isShown) this.erase();
  }

  /** Takes away whatever stands in the line of a terminal. */
  erase(): void {
    if (this.#output.width !== undefined) this.#output.write(`\r${ERASE_REST}`);
    this.#isShown = false;
  }
}
