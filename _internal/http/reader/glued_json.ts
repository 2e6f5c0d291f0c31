// Copyright 2026 the Rivulet authors. MIT license.

import { parseJson } from "../../core/json.ts";
import { CLOSE_BRACE, endOfString, OPEN_BRACE, QUOTE } from "./json_string.ts";

/** What may stand before a piece: nothing, or the beginning of a line once more. */
const GLUE = /\s*(?:data:\s*)*/y;

/** The text, bare or quoted, with which a server ends a stream of events. */
const END_MARKER = /\[DONE\]|"\[DONE\]"/y;

/** Whether a data line is the end marker. */
export function isEndMarker(data: string): boolean {
  return endOf(END_MARKER, data, 0) === data.length;
}

/**
 * The JSON objects that a server wrote on one line, with an end marker behind them or not, or with
 * the name of the field twice. Undefined if the text is anything else. They are cut out one by one:
 * a line may hold millions.
 */
export function gluedJson(text: string): IterableIterator<string> | undefined {
  const walk = new Walk(text);
  let count = 0;
  while (walk.advance()) count++;
  const isGlued = count > 0 && walk.isWhole && !(count === 1 && walk.piece === text);
  return isGlued ? piecesOf(text) : undefined;
}

function* piecesOf(text: string): IterableIterator<string> {
  const walk = new Walk(text);
  while (walk.advance()) yield walk.piece;
}

/** The way from piece to piece. */
class Walk {
  readonly #text: string;
  #start = 0;
  #end = 0;
  #isWhole = true;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether all of the text has been understood, so far. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  get piece(): string {
    return this.#text.slice(this.#start, this.#end);
  }

  /** Goes to the next piece, if there is one. */
  advance(): boolean {
    const text = this.#text;
    const isNext = text.charCodeAt(this.#end) === OPEN_BRACE;
    const start = isNext ? this.#end : endOf(GLUE, text, this.#end);
    if (start === text.length) return false;
    const isObject = isNext || text.charCodeAt(start) === OPEN_BRACE;
    const end = isObject ? endOfObject(text, start) : endOf(END_MARKER, text, start);
    return end === start ? this.#advanceBehindCut(start) : this.#goTo(start, end);
  }

  /**
   * The object behind the name of a field in the middle of the rest, whose beginning was cut. It is
   * no part of a text in JSON: that would not hold bare quotation marks.
   */
  #advanceBehindCut(from: number): boolean {
    const text = this.#text;
    const field = text.lastIndexOf("data:");
    const rest = field <= from ? "" : text.slice(field + 5).trim();
    this.#isWhole = rest.startsWith("{") && parseJson(rest) !== undefined;
    return this.#isWhole && this.#goTo(text.lastIndexOf(rest), text.length);
  }

  #goTo(start: number, end: number): boolean {
    this.#start = start;
    this.#end = end;
    return true;
  }
}

/** Where a match that begins at `start` ends; `start` itself if there is none. */
function endOf(pattern: RegExp, text: string, start: number): number {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : start;
}

/** Where the object that begins at `start` ends; `start` itself if it does not end. */
function endOfObject(text: string, start: number): number {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (character === QUOTE) index = endOfString(text, index);
    else if (character === OPEN_BRACE) depth++;
    else if (character === CLOSE_BRACE && --depth === 0) return index + 1;
  }
  return start;
}
