// Copyright 2026 the Rivulet authors. MIT license.

import { widthOf } from "./fit.ts";
import { WordWrap } from "./word_wrap.ts";

/**
 * Lines in blocks, such as lists in lists: each behind its indent. Line ends are written with the
 * text behind them, because that tells how its line begins.
 */
export class BlockLines {
  readonly #width: number;
  readonly #wrap: WordWrap;
  readonly #indents: string[] = [];
  /** Line ends to write before more text, and what the next line begins with. */
  #breaks = 0;
  #first: string | undefined = "";
  /** The indent of an empty line. */
  #blank = "";
  #isStart = true;

  constructor(width: number) {
    this.#width = width;
    this.#wrap = new WordWrap(width);
  }

  /** The column behind what has been written. */
  get column(): number {
    return this.#wrap.column;
  }

  /** The columns that are left between the indent and the end of the line. */
  get room(): number {
    return Math.max(1, this.#width - widthOf(this.#indents.join("")));
  }

  /** What stands apart comes next; inside of an item it only gets a line of its own. */
  startBlock({ isInItem }: { isInItem: boolean }): void {
    if (this.#isFresh) return;
    this.#breaks = isInItem ? 1 : 2;
    this.#blank = this.#indents.join("").trimEnd();
  }

  /** The lines that come next begin with this too. Lists can be deeper than a line is wide. */
  indent(text: string): void {
    this.#indents.push(this.room > this.#width / 2 ? text : "");
  }

  outdent(): void {
    this.#indents.pop();
  }

  /** The next line begins with a mark, and what it is broken into below the text behind that. */
  startItem(mark: string): void {
    if (!this.#isFresh) this.#breaks = 1;
    this.#first = (this.#first || this.#indents.join("")) + mark;
    this.indent(" ".repeat(mark.length));
  }

  endLine(): void {
    if (!this.#isFresh) this.#breaks = 1;
  }

  /** Takes a text that is broken between words, and returns what can be written now. */
  push(text: string): string {
    return this.startLine() + this.#wrap.push(text);
  }

  /** The same for lines that are not to be broken. */
  pushVerbatim(text: string): string {
    return this.startLine() + this.#wrap.end() + this.#wrap.pushVerbatim(text);
  }

  /** The start of the line that text would stand on. */
  startLine(): string {
    if (!this.#isFresh) return "";
    const indent = this.#indents.join("");
    const first = this.#first || indent;
    const blanks = Array.from(
      { length: Math.max(0, this.#breaks - 1) },
      () => this.#wrap.newLine(this.#blank),
    );
    const line = this.#isStart
      ? this.#wrap.startLine(first, indent)
      : this.#wrap.newLine(first, indent);
    this.#isStart = false;
    this.#breaks = 0;
    this.#first = undefined;
    return blanks.join("") + line;
  }

  /** The rest. */
  end(): string {
    return this.#wrap.end();
  }

  /** Whether nothing stands on the line yet. */
  get #isFresh(): boolean {
    return this.#isStart || this.#breaks > 0 || this.#first !== undefined;
  }
}
