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
const INDENTED = /(?:^|\n)(?: {4}|\t)\s*$/;
const WORD_ENDS = /[\p{L}\p{N}]$/u;
const WORD_STARTS = /^[\p{L}\p{N}]/u;

/** How much of what was written is looked at. */
const MAX_TAIL = 99;

/**
 * Gives a text to the parser as it comes. The parser takes the underscores of `snake_case` for
 * emphasis and what stands between two `$` for a formula, and drops these characters; here they are
 * escaped first, so that no name loses a part.
 */
export class MarkdownWriter {
  readonly #parser: smd.Parser;
  #tail = "";
  /** What they mean shows in the character behind them. */
  #underscores = "";

  constructor(renderer: smd.Renderer<undefined>) {
    this.#parser = smd.parser(renderer);
  }

  /** Throws where the text passes a limit of the parser, such as lists nested 20 deep. */
  write(text: string): void {
    for (const part of text.split(/([_$])/)) {
      if (part === "_") this.#underscores += part;
      else if (part !== "") {
        this.#endUnderscores(part);
        this.#put(part, part === "$");
      }
    }
  }

  /** No more text comes. */
  end(): void {
    this.#endUnderscores("");
    smd.parser_end(this.#parser);
  }

  #endUnderscores(next: string): void {
    const isInWord = WORD_ENDS.test(this.#tail) && WORD_STARTS.test(next);
    for (const underscore of this.#underscores) this.#put(underscore, isInWord);
    this.#underscores = "";
  }

  #put(part: string, isLiteral: boolean): void {
    const isEscaped = isLiteral && !this.#isVerbatim();
    smd.parser_write(this.#parser, isEscaped ? `\\${part}` : part);
    this.#tail = (this.#tail + part).slice(-MAX_TAIL);
  }

  #isVerbatim(): boolean {
    const { tokens, len, pending } = this.#parser;
    return VERBATIM.has(tokens[len]!) || VERBATIM_NEXT.test(pending) || INDENTED.test(this.#tail);
  }
}
