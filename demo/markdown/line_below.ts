// Copyright 2026 the Rivulet authors. MIT license.

/** Where in the text a line begins, as the parser takes it. */
export type Place = "paragraph" | "table" | "other";

/** What goes on to the parser. */
export interface Taken {
  readonly text: string;
  /** Whether the text stands in place of the paragraph before it. */
  readonly isInstead: boolean;
}

/** What lines below a title, or below the head of a table, are made of. */
const RULE = /[-=:|\t ]/;
const TITLE = /^(?:==+|--+)$/;

/** What begins something else than a row of a table. */
const NO_ROW = /[\s#>~+-]/;

/** A longer line is no title, and no head of a table. */
const MAX_LINE = 1000;

/**
 * Reads lines by what stands below them, which the parser does not: a line of `=` or `-` makes the
 * one above it a title, and a line of `--- | ---` makes it the head of a table. In a table it closes
 * rows that have no `|` at their ends.
 */
export class LineBelow {
  readonly #canRetract: boolean;
  #line = "";
  /** The line above, where a paragraph begins with it. */
  #above = "";
  #isBlankAbove = true;
  #isHeld = false;
  /** Whether the rows of this table begin without a `|`. */
  #isOpenTable = false;

  /** Without taking back what is shown, titles and heads stay as they are. */
  constructor({ canRetract }: { canRetract: boolean }) {
    this.#canRetract = canRetract;
  }

  /** `place` says where the parser is before this character. */
  take(character: string, place: Place): Taken {
    if (character === "\n") return this.end("\n", place);
    const before = this.#line === "" ? this.#startLine(character, place) : "";
    if (this.#line.length <= MAX_LINE) this.#line += character;
    if (!this.#isHeld) return plain(before + character);
    if (RULE.test(character) && this.#line.length < MAX_LINE) return plain("");
    this.#isHeld = false;
    return plain(this.#line);
  }

  /** The line ends, with the sign for that or with the text. */
  end(sign: string, place: Place): Taken {
    const line = this.#line.trim();
    const above = this.#above;
    const isHeld = this.#isHeld;
    const isRow = place === "table" && line !== "";
    const isFirst = this.#isBlankAbove && this.#line.length < MAX_LINE;
    this.#line = "";
    this.#isHeld = false;
    this.#above = isFirst ? line : "";
    this.#isBlankAbove = line === "";
    if (line === "") this.#isOpenTable = false;
    if (isRow) return plain(rowEnd(line, isHeld) + sign);
    if (!isHeld) return plain(sign);
    const title = TITLE.test(line) ? line[0] : undefined;
    const columns = title === undefined && above.includes("|") ? columnsOf(line) : 0;
    if (title === undefined && columns < 2) return plain(line + sign);
    this.#isBlankAbove = true;
    this.#isOpenTable = columns > 0;
    const head = above.endsWith("|") ? above : `${above} |`;
    const text = columns > 0
      ? `| ${head}\n${ruleOf(columns)}\n`
      : `${title === "=" ? "#" : "##"} ${above}\n`;
    return { text, isInstead: true };
  }

  /** Gives back what the parser needs before the line. */
  #startLine(character: string, place: Place): string {
    const isInTable = place === "table" && !this.#isBlankAbove;
    const isNoRow = NO_ROW.test(character);
    if (isNoRow) this.#isOpenTable = false;
    const isBelow = this.#canRetract && place === "paragraph" && this.#above !== "";
    const isRow = isInTable && character === "|";
    this.#isHeld = (isBelow && character !== " " || isRow) && RULE.test(character);
    if (isInTable && isNoRow && character !== " ") return "\n";
    return this.#isOpenTable && character !== "|" ? "| " : "";
  }
}

function plain(text: string): Taken {
  return { text, isInstead: false };
}

/** What a row of a table needs at its end; a row that was held back comes whole. */
function rowEnd(line: string, isHeld: boolean): string {
  const columns = isHeld ? columnsOf(line) : 0;
  if (columns > 0) return ruleOf(columns);
  const end = line.endsWith("|") ? "" : "|";
  return isHeld ? line + end : end;
}

/** How many columns a line such as `--- | :-:` makes; 0 for another line. */
function columnsOf(line: string): number {
  const cells = line.replace(/^\|/, "").replace(/\|$/, "").split("|");
  return cells.every((cell) => /^:?-+:?$/.test(cell.trim())) ? cells.length : 0;
}

/** The rule below the head of a table, as the parser knows it. */
function ruleOf(columns: number): string {
  return `|${"---|".repeat(columns)}`;
}
