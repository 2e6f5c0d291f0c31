// Copyright 2026 the Rivulet authors. MIT license.

import { widthOf } from "./fit.ts";

// Between these a line may break anywhere, as the terminal does by itself.
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

const FENCE = "```".length;

/**
 * Breaks the lines of a growing text between words. A word is held back until it is whole; lines of
 * code stay as they are.
 */
export class WordWrap {
  readonly #width: number;
  /** The column that the next character goes to. */
  #column = 0;
  #gap = "";
  #word = "";
  /** The first characters of the line behind its indent, which tell whether it is a fence. */
  #start = "";
  #inCode = false;

  constructor(width: number) {
    this.#width = width;
  }

  /** The column behind what has been written. */
  get column(): number {
    return this.#column;
  }

  /** Takes a piece of the text and returns what can be written now. */
  push(text: string): string {
    let ready = "";
    for (const character of text) {
      if (character === "\n") ready += this.#endLine();
      else if (/\s/.test(character)) ready += this.#addGap(character);
      else {
        this.#word += character;
        if (UNSPACED.test(character)) ready += this.#endWord();
      }
    }
    return ready;
  }

  /** The rest. */
  end(): string {
    return this.#endWord();
  }

  #addGap(character: string): string {
    const ready = this.#endWord();
    this.#gap += character;
    return ready;
  }

  #endWord(): string {
    if (this.#word === "") return "";
    const width = widthOf(this.#gap + this.#word);
    const isIndent = this.#start === "";
    const breaks = !this.#inCode && !isIndent && this.#column + width > this.#width;
    const ready = breaks ? `\n${this.#word}` : this.#gap + this.#word;
    this.#column = breaks ? widthOf(this.#word) : this.#column + width;
    // A word that is longer than a line is broken by the terminal.
    if (this.#column > this.#width) this.#column %= this.#width;
    if (this.#start.length < FENCE) this.#start = (this.#start + this.#gap + this.#word).trim();
    this.#gap = "";
    this.#word = "";
    return ready;
  }

  #endLine(): string {
    const ready = this.#endWord();
    if (/^(```|~~~)/.test(this.#start)) this.#inCode = !this.#inCode;
    this.#gap = "";
    this.#start = "";
    this.#column = 0;
    return `${ready}\n`;
  }
}
