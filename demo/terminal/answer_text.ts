// Copyright 2026 the Rivulet authors. MIT license.

import type { Output } from "./output.ts";
import { plainText } from "./plain_text.ts";
import { RenderedAnswer } from "./rendered_answer.ts";

/** What the next character may hang on: a joiner's neighbour, or a pile of marks. */
const CONTEXT = 8;

/** What can be judged only with the character behind it: a joiner, or half a character. */
const UNDECIDED = /[\u200c\u200d]?[\ud800-\udbff]?$/;

/** Writes an answer as it grows, safe for a terminal: rendered there, and elsewhere as it came. */
export class AnswerText {
  readonly #output: Output;
  readonly #rendered: RenderedAnswer | undefined;
  /** The last characters of the answer that have been written, as they came. */
  #context = "";
  #undecided = "";
  #lastWritten = "";
  /** Where the answer goes on, one line above; undefined where that is here. */
  #asideFrom: number | undefined;

  constructor(output: Output) {
    this.#output = output;
    const { width } = output;
    this.#rendered = width === undefined
      ? undefined
      : new RenderedAnswer(output, { width, write: (text) => this.#write(text) });
  }

  push(token: string): void {
    const text = this.#undecided + token;
    this.#undecided = UNDECIDED.exec(text)![0];
    this.#tell(text.slice(0, text.length - this.#undecided.length));
  }

  /** Writes the rest. The answer ends with a line end, whatever comes next. */
  end(): void {
    this.#tell(this.#undecided);
    this.#undecided = "";
    this.#rendered?.end();
    if (!this.#lastWritten.endsWith("\n")) this.#write("\n");
    // The line below is empty again, and what comes next goes there.
    this.#asideFrom = undefined;
  }

  /** Makes room for another line below, until the answer goes on where it was. */
  stepAside(): void {
    if (this.#rendered === undefined || this.#asideFrom !== undefined) return;
    this.#output.write("\n");
    this.#asideFrom = this.#rendered.column;
  }

  #comeBack(): void {
    if (this.#asideFrom === undefined) return;
    this.#output.write(`\x1b[A\r${right(this.#asideFrom)}`);
    this.#asideFrom = undefined;
  }

  #tell(text: string): void {
    const whole = this.#context + text;
    const plain = plainText(whole).slice(plainText(this.#context).length);
    this.#context = [...whole.slice(-2 * CONTEXT)].slice(-CONTEXT).join("");
    if (this.#rendered === undefined) this.#write(plain);
    else this.#rendered.push(plain);
  }

  #write(text: string): void {
    if (text === "") return;
    this.#comeBack();
    this.#output.write(text);
    this.#lastWritten = text;
  }
}

/** Moves this many columns to the right. */
function right(columns: number): string {
  return columns === 0 ? "" : `\x1b[${columns}C`;
}
