// Copyright 2026 the Rivulet authors. MIT license.

/** A fence of the parser that no line of an answer closes by chance. */
const FENCE = "`".repeat(8);

const MIN_FENCE = 3;

/** More tildes than this are no fence. */
const MAX_FENCE = 1000;

/** Where a mark at the start of a line can stand. */
const START = /^ {0,12}$/;

/** The number of a list that is written `1)`. */
const NUMBER = /^[\s>]{0,20}(?:[-*+] {1,4})?\d{1,9}$/;

/** What the rest of a line is not looked at for. */
const MAX_LINE = 40;

/**
 * Reads the marks at the start of a line that the parser does not know: fences of tildes, and lists
 * that are numbered `1)`. Each character goes in; what goes to the parser comes out.
 */
export class LineMarks {
  #line = "";
  #tildes = 0;
  #hasParenthesis = false;
  /** How many tildes opened the code that is open; 0 for none. */
  #fence = 0;

  /** What stands on this line so far, where it is short. */
  get line(): string {
    return this.#line;
  }

  /** `isCode` says that the parser takes the place for code. */
  take(character: string, isCode: boolean): string {
    const isFence = character === "~" && this.#tildes < MAX_FENCE;
    if (isFence && START.test(this.#line) && (!isCode || this.#fence > 0)) {
      this.#tildes++;
      return "";
    }
    const isListMark = character === ")" && !isCode && NUMBER.test(this.#line);
    const held = this.#release(character, isCode);
    this.#line = character === "\n"
      ? ""
      : this.#line.length < MAX_LINE
      ? this.#line + character
      : this.#line;
    if (!isListMark) return held + character;
    this.#hasParenthesis = true;
    return held;
  }

  /** What is held back and will not become a mark. */
  end(): string {
    return this.#release("\n", false);
  }

  #release(next: string, isCode: boolean): string {
    if (this.#hasParenthesis) {
      this.#hasParenthesis = false;
      return next === " " ? "." : ")";
    }
    const count = this.#tildes;
    this.#tildes = 0;
    if (count === 0) return "";
    if (this.#fence === 0 && count >= MIN_FENCE && !isCode) {
      this.#fence = count;
      return FENCE;
    }
    if (this.#fence > 0 && count >= this.#fence && (next === "\n" || next === " ")) {
      this.#fence = 0;
      return FENCE;
    }
    this.#line += "~".repeat(Math.min(count, MAX_LINE));
    return "~".repeat(count);
  }
}
