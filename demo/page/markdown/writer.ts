// Copyright 2026 the Rivulet authors. MIT license.

import * as smd from "streaming-markdown";

/** Where the parser takes every character as it is. */
const VERBATIM: ReadonlySet<number> = new Set([
  smd.CODE_BLOCK,
  smd.CODE_FENCE,
  smd.CODE_INLINE,
  smd.EQUATION_BLOCK,
  smd.EQUATION_INLINE,
  smd.IMAGE,
  smd.RAW_URL,
]);
/** What the parser holds at the start of code, behind a backslash, and in an address. */
const VERBATIM_NEXT = /^(?:[`\\]|\]\()/;
/** The start of a line that may become code. */
const INDENTED = /^(?: {4}|\t)\s*$/;
const WORD = /[\p{L}\p{N}]/u;

/**
 * Gives a text to the parser as it comes. The parser takes the underscores of `snake_case` for
 * emphasis and what stands between two `$` for a formula, and drops these characters; here they are
 * escaped first, so that no name loses a part.
 */
export class MarkdownWriter {
  readonly #parser: smd.Parser;
  #line = "";
  #before = "";
  /** What they mean shows in the character behind them. */
  #underscores = "";

  constructor(renderer: smd.Renderer<undefined>) {
    this.#parser = smd.parser(renderer);
  }

  /** Throws where the text passes a limit of the parser, such as lists nested 20 deep. */
  write(text: string): void {
    for (const char of text) {
      if (char === "_") {
        this.#underscores += char;
        continue;
      }
      this.#endUnderscores(char);
      this.#put(char, char === "$");
      this.#line = char === "\n" ? "" : this.#line + char;
      this.#before = char;
    }
  }

  /** No more text comes. */
  end(): void {
    this.#endUnderscores("");
    smd.parser_end(this.#parser);
  }

  #endUnderscores(next: string): void {
    const isInWord = WORD.test(this.#before) && WORD.test(next);
    for (const char of this.#underscores) this.#put(char, isInWord);
    this.#line += this.#underscores;
    this.#underscores = "";
  }

  #put(char: string, isLiteral: boolean): void {
    const isEscaped = isLiteral && !this.#isVerbatim();
    smd.parser_write(this.#parser, isEscaped ? `\\${char}` : char);
  }

  #isVerbatim(): boolean {
    const { tokens, len, pending } = this.#parser;
    return VERBATIM.has(tokens[len]!) || VERBATIM_NEXT.test(pending) || INDENTED.test(this.#line);
  }
}
