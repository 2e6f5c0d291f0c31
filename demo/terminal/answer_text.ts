// Copyright 2026 the Rivulet authors. MIT license.

import type { Output } from "./output.ts";
import { plainText } from "./plain_text.ts";
import { WordWrap } from "./word_wrap.ts";

/** Writes an answer as it grows: safe for a terminal, and its lines broken between words. */
export class AnswerText {
  readonly #output: Output;
  readonly #wrap: WordWrap | undefined;
  /** The first half of a character whose second half has not come yet. */
  #half = "";
  #lastWritten = "";

  constructor(output: Output) {
    this.#output = output;
    this.#wrap = output.width === undefined ? undefined : new WordWrap(output.width);
  }

  push(token: string): void {
    const text = this.#half + token;
    this.#half = /[\ud800-\udbff]$/.exec(text)?.[0] ?? "";
    const plain = plainText(text.slice(0, text.length - this.#half.length));
    this.#write(this.#wrap?.push(plain) ?? plain);
  }

  /** Writes the rest. The answer ends with a line end, whatever comes next. */
  end(): void {
    this.#write(this.#wrap?.end() ?? "");
    if (!this.#lastWritten.endsWith("\n")) this.#write("\n");
  }

  #write(text: string): void {
    if (text === "") return;
    this.#output.write(text);
    this.#lastWritten = text;
  }
}
