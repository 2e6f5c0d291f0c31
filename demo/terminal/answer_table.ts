// Copyright 2026 the Rivulet authors. MIT license.

import { columnWidths, tableLines } from "./table_lines.ts";

/** So much of a table is laid out together; the rows behind it get the same columns. */
const MAX_LAYOUT = 20_000;

/** A row that is longer, or has more cells, is written as text. */
const MAX_ROW = 4000;
const MAX_CELLS = 64;

/** What becomes of a table. */
export interface TableOutput {
  /** The columns that are there for it. */
  readonly room: number;
  head(text: string): string;
  /** Takes what begins on a line of its own, and is not to be broken. */
  lines(text: string): void;
  /** Takes text that goes on; what is first in a row begins on a line of its own. */
  text(text: string, isFirst: boolean): void;
}

/** A table that comes cell by cell. It is written when it ends; a long one as it comes. */
export class AnswerTable {
  readonly #output: TableOutput;
  #rows: string[][] = [];
  #size = 0;
  #widths: number[] | undefined;
  #row: string[] = [];
  #rowSize = 0;
  #isHead = true;
  /** Whether this row is written as text. */
  #isText = false;
  /** Stands before the next text of such a row: the last cell may be none. */
  #bar = "";

  constructor(output: TableOutput) {
    this.#output = output;
  }

  startCell(): void {
    if (this.#isText) {
      this.#bar = "|";
      return;
    }
    this.#row.push("");
    if (this.#row.length > MAX_CELLS) this.#goText();
  }

  put(text: string): void {
    if (this.#isText) {
      this.#output.text(this.#bar + text, false);
      this.#bar = "";
      return;
    }
    this.#row.push((this.#row.pop() ?? "") + text);
    this.#rowSize += text.length;
    if (this.#rowSize > MAX_ROW) this.#goText();
  }

  endCell(): void {
    if (this.#isText) return;
    const text = (this.#row.pop() ?? "").trim();
    this.#row.push(this.#isHead ? this.#output.head(text) : text);
  }

  endRow(): void {
    if (!this.#isText) this.#rows.push(this.#row);
    this.#size += this.#rowSize;
    this.#row = [];
    this.#rowSize = 0;
    this.#isHead = this.#isText = false;
    if (this.#size > MAX_LAYOUT) this.end();
  }

  /** Writes the rows that are not written yet. */
  end(): void {
    if (this.#rows.length === 0) return;
    this.#widths ??= columnWidths(this.#rows, this.#output.room);
    this.#output.lines(tableLines(this.#rows, this.#widths).join("\n"));
    this.#rows = [];
  }

  #goText(): void {
    this.end();
    this.#isText = true;
    this.#bar = "";
    const last = this.#row.pop() ?? "";
    const before = this.#row.map((text) => `${text} |`).join(" ");
    this.#output.text(before === "" ? last.trimStart() : before + last, true);
  }
}
