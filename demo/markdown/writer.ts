// Copyright 2026 the Rivulet authors. MIT license.

import * as smd from "streaming-markdown";
import { type AnswerRenderer, GatheredRenderer } from "./gathered_renderer.ts";
import { LineBelow, type Place, type Taken } from "./line_below.ts";
import { LineMarks } from "./line_marks.ts";
import { readEntity } from "./entities.ts";
import { isInAddress, isInCode, isInDestination, isVerbatim, placeOf } from "./parser_place.ts";
import { isLiteral } from "./literal_marks.ts";

/** How an address in angle brackets begins. */
const ANGLED: readonly string[] = ["<http://", "<https://"];

/** The start of a line that may become code. */
const INDENTED = /^(?: {4}|\t)\s*$/;

/** What belongs to the sentence where an address ends with it. */
const PUNCTUATION = /[.,;:!?'"*_~)\]}>…]/;

/** More signs than this end no sentence. */
const MAX_PUNCTUATION = 20;

/** More stars or underscores than this are marks of nothing. */
const MAX_RUN = 1000;

/** No mark is longer; the parser would look at what it holds with every character. */
const MAX_PENDING = 4000;

/** The parser knows no deeper nesting. */
const MAX_DEPTH = 20;

/**
 * Gives a text to the parser as it comes, and mends what the parser reads otherwise than people do:
 * it takes the underscores of `snake_case` for emphasis and what stands between two `$` for a
 * formula, knows no fences of tildes and no lists numbered `1)`, ends an address at its first `)`,
 * takes the full stop, a citation or a `>` behind an address for a part of it, loses what follows a
 * `(` that does not end, knows no entities, no title with a line below it and no table without a `|`
 * at its edges, loses a `*` that stands alone, and does not leave a list within a list. Where it meets
 * a limit of its own, the rest is plain text: no word is lost.
 */
export class MarkdownWriter {
  readonly #renderer: GatheredRenderer;
  readonly #parser: smd.Parser;
  readonly #marks = new LineMarks();
  readonly #below: LineBelow;
  #last = "";
  /** Underscores or stars: what they mean shows in the character behind them. */
  #run = "";
  /** Stands behind an address, and is a part of it where more of it follows. */
  #punctuation = "";
  #parentheses = 0;
  /** What may be the start of an entity, or of an address between `<` and `>`. */
  #held = "";
  #isAngled = false;
  #isPlain = false;

  constructor(renderer: AnswerRenderer) {
    this.#renderer = new GatheredRenderer(renderer);
    this.#below = new LineBelow({ canRetract: renderer.retract !== undefined });
    this.#parser = smd.parser(this.#renderer);
  }

  /** Whether the text passed a limit of the parser, and is shown as it is from there on. */
  get isPlain(): boolean {
    return this.#isPlain;
  }

  write(text: string): void {
    for (const character of text) this.#follow(this.#below.take(character, this.#place));
    this.#renderer.flush();
  }

  /** No more text comes. */
  end(): void {
    this.#follow(this.#below.end("", this.#place));
    this.#release();
    this.#endRun("");
    for (const character of this.#marks.end()) this.#put(character);
    if (this.#isInAddress) this.#endBareAddress();
    if (this.#isInDestination) this.#giveUpDestination();
    if (!this.#isPlain) {
      this.#renderer.isMark = /^[*_]/.test(this.#parser.pending);
      smd.parser_end(this.#parser);
    }
    this.#renderer.end();
  }

  #follow({ text, isInstead }: Taken): void {
    if (isInstead) {
      this.#write("\n\n");
      this.#renderer.retract();
    }
    for (const character of text) this.#hold(character);
  }

  /** Keeps what may become an entity or an address in angle brackets until it shows. */
  #hold(character: string): void {
    const held = this.#held + character;
    const entity = character === ";" ? readEntity(held.slice(1, -1)) : undefined;
    if (entity !== undefined && held[0] === "&") {
      this.#held = "";
      this.#endRun(entity);
      this.#take(entity, entity !== " ");
    } else if (ANGLED.includes(held)) {
      this.#held = held.slice(1);
      this.#isAngled = true;
      this.#release();
    } else if (mayBeMark(held) && (this.#held !== "" || !isVerbatim(this.#parser))) {
      this.#held = held;
    } else if (this.#held === "") this.#read(character);
    else {
      this.#release();
      this.#hold(character);
    }
  }

  #release(): void {
    const held = this.#held;
    this.#held = "";
    for (const character of held) this.#read(character);
  }

  #read(character: string): void {
    const isMark = character === "_" || character === "*";
    const goesOn = this.#run[0] === character && this.#run.length < MAX_RUN;
    if (isMark && (this.#run === "" || goesOn)) {
      this.#run += character;
      return;
    }
    this.#endRun(character);
    if (isMark) {
      this.#run = character;
      return;
    }
    this.#take(character, character === "$");
  }

  /**
   * A line that begins at the left behind an empty one is no part of a list within a list: there the
   * parser would only leave the inner one.
   */
  #endLists(character: string): void {
    const parser = this.#parser;
    const { token, tokens, len, pending } = parser;
    const isEmptyLine = token === smd.LINE_BREAK && pending === "\n" &&
      tokens[len] === smd.LIST_ITEM && len > 3;
    const isStrong = character === "*" && pending === "*" && this.#marks.line === "*" && len > 2 &&
      (token === smd.LIST_ORDERED || token === smd.LIST_UNORDERED);
    if (!isStrong && !(isEmptyLine && /[^\s\d*+-]/.test(character))) return;
    while (parser.len > parser.blockquote_idx) {
      parser.len--;
      this.#renderer.end_token();
    }
    parser.token = tokens[parser.len]!;
    if (isEmptyLine) parser.pending = "";
  }

  #endRun(next: string): void {
    const run = this.#run;
    this.#run = "";
    const isText = isLiteral(run, {
      before: this.#last,
      next,
      isLineStart: this.#marks.line.trim() === "",
      parser: this.#parser,
    });
    for (const mark of run) this.#take(mark, isText);
  }

  #take(character: string, isLiteral: boolean): void {
    this.#endLists(character);
    const isIndented = INDENTED.test(this.#marks.line);
    const isEscaped = isLiteral && !isIndented && !isVerbatim(this.#parser);
    this.#last = character;
    const isCode = isIndented || isInCode(this.#parser);
    const marked = this.#marks.take(character, isCode);
    if (isEscaped && marked.endsWith(character)) {
      for (const before of marked.slice(0, -character.length)) this.#put(before);
      this.#put("\\");
      this.#put(character);
    } else {
      for (const one of marked) this.#put(one);
    }
  }

  #put(character: string): void {
    if (this.#isPlain) return this.#renderer.add_text(undefined, character);
    if (this.#isInAddress) this.#putInAddress(character);
    else if (this.#isInDestination) this.#putInDestination(character);
    else this.#write(character);
    if (this.#parser.pending.length > MAX_PENDING || this.#parser.len > MAX_DEPTH) this.#goPlain();
  }

  #write(characters: string): void {
    this.#renderer.isMark = /^[*_]/.test(this.#parser.pending + characters);
    smd.parser_write(this.#parser, characters);
  }

  /** A bare address ends before the signs of its sentence. */
  #putInAddress(character: string): void {
    if (/[\s<`[]/.test(character) || this.#punctuation.length >= MAX_PUNCTUATION) {
      this.#endBareAddress();
      this.#put(character);
    } else if (PUNCTUATION.test(character) && !this.#closesParenthesis(character)) {
      this.#punctuation += character;
    } else {
      this.#write(this.#punctuation + character);
      this.#punctuation = "";
      if (this.#parser.pending.length >= MAX_PENDING) this.#endBareAddress();
    }
  }

  /** Whether it closes a parenthesis that the address has opened. */
  #closesParenthesis(character: string): boolean {
    if (character !== ")") return false;
    const address = this.#parser.pending + this.#punctuation;
    return address.split("(").length > address.split(")").length;
  }

  /** A backslash ends the address without being shown. */
  #endBareAddress(): void {
    const closes = this.#isAngled && this.#punctuation[0] === ">";
    const behind = closes ? this.#punctuation.slice(1) : this.#punctuation;
    this.#isAngled = false;
    this.#punctuation = "";
    this.#write("\\");
    this.#parser.pending = "";
    for (const character of behind) this.#put(character);
  }

  /** Parentheses inside the address of a link are written so that they do not end it. */
  #putInDestination(character: string): void {
    if (character === "\n" || this.#parser.pending.length >= MAX_PENDING) {
      this.#giveUpDestination();
      this.#put(character);
    } else if (character === "(") {
      this.#parentheses++;
      this.#write("%28");
    } else if (character === ")" && this.#parentheses > 0) {
      this.#parentheses--;
      this.#write("%29");
    } else {
      this.#write(character);
      this.#parentheses = this.#isInDestination ? this.#parentheses : 0;
    }
  }

  /** An address that does not end is none: what stands there is text. */
  #giveUpDestination(): void {
    const text = this.#parser.pending.slice(1).replaceAll("%28", "(").replaceAll("%29", ")");
    this.#parentheses = 0;
    this.#parser.pending = "]";
    this.#write("x");
    this.#parser.pending = "";
    // Not read once more: each of its brackets might begin another one.
    this.#renderer.add_text(undefined, text);
  }

  #goPlain(): void {
    this.#isPlain = true;
    this.#renderer.add_text(undefined, this.#parser.pending + this.#punctuation);
    this.#parser.pending = "";
    this.#punctuation = "";
  }

  get #place(): Place {
    return this.#isPlain ? "other" : placeOf(this.#parser);
  }

  get #isInAddress(): boolean {
    return !this.#isPlain && isInAddress(this.#parser);
  }

  get #isInDestination(): boolean {
    return !this.#isPlain && isInDestination(this.#parser);
  }
}

function mayBeMark(held: string): boolean {
  return /^&#?[a-z\d]{0,8}$/i.test(held) || ANGLED.some((start) => start.startsWith(held));
}
