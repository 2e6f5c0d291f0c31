// Copyright 2026 the Rivulet authors. MIT license.

import { widthOf } from "./fit.ts";

// Between these a line may break anywhere, as the terminal does by itself.
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** What is longer does not wait for its end: the terminal breaks it. */
const MAX_WORD = 1000;

/** Blanks between two words; no line is so wide. */
const MAX_GAP = 1000;

/**
 * Breaks the lines of a growing text between words, each new one behind an indent. A word is held
 * back until it is whole; escape sequences take no room.
 */
export class WordWrap {
  readonly #width: number;
  /** What a line begins with. */
  #indent = "";
  /** The column that the next character goes to. */
  #column = 0;
  #gap = "";
  #word = "";
  /** Whether the start of this word is written. */
  #isBegun = false;
  /** Whether nothing but the indent stands on the line. */
  #isFresh = true;

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
      if (character === "\n") ready += this.newLine(this.#indent);
      else if (/\s/.test(character)) ready += this.#addGap(character);
      else {
        this.#word += character;
        if (UNSPACED.test(character)) ready += this.#endWord();
      }
    }
    // Behind the loop: what comes at once may hold an escape sequence.
    if (this.#word.length > MAX_WORD) {
      ready += this.#endWord();
      this.#isBegun = true;
    }
    return ready;
  }

  /** Takes lines that are not to be broken. */
  pushVerbatim(text: string): string {
    const lines = text.split("\n");
    const start = lines.length > 1 ? widthOf(this.#indent) : this.#column;
    const end = start + widthOf(lines.at(-1)!);
    this.#column = end > this.#width ? end % this.#width : end;
    this.#isFresh = false;
    return lines.join(`\n${this.#indent}`);
  }

  /** Ends the line. The next one begins with `first`, and what it is broken into with `indent`. */
  newLine(first: string, indent: string = first): string {
    return `${this.end()}\n${this.startLine(first, indent)}`;
  }

  /** The same for the line that is here. */
  startLine(first: string, indent: string = first): string {
    this.#indent = indent;
    this.#column = widthOf(first);
    this.#isFresh = true;
    return first;
  }

  /** The rest. */
  end(): string {
    const ready = this.#endWord();
    this.#gap = "";
    return ready;
  }

  #addGap(character: string): string {
    const ready = this.#endWord();
    if (this.#gap.length < MAX_GAP) this.#gap += character;
    return ready;
  }

  #endWord(): string {
    const isBegun = this.#isBegun;
    this.#isBegun = false;
    if (this.#word === "") return "";
    const width = widthOf(this.#gap + this.#word);
    const breaks = !this.#isFresh && !isBegun && this.#column + width > this.#width;
    const start = breaks ? `\n${this.startLine(this.#indent)}` : this.#gap;
    const ready = start + this.#word;
    this.#column += breaks ? widthOf(this.#word) : width;
    // A word that is longer than a line is broken by the terminal.
    if (this.#column > this.#width) this.#column %= this.#width;
    this.#isFresh = false;
    this.#gap = "";
    this.#word = "";
    return ready;
  }
}
