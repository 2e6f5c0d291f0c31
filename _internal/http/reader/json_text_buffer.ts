// Copyright 2026 the Rivulet authors. MIT license.

import { CLOSE_BRACE, endOfString, OPEN_BRACE, QUOTE } from "./json_string.ts";

/** How much of a JSON text is kept, in UTF-16 code units: it is read at once. */
const MAX_LENGTH = 1024 * 1024;

const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** An object or a list begins; the names of log levels stand in brackets as well. */
const BEGINNING = /^\s*(?:\{|\[\s*(?:[[{"]|$))/;

/** Where a JSON text of several lines stands. */
type Place = "event" | "body";

/**
 * A JSON text of several lines under way: in the data lines of an event, or in bare lines beside a
 * stream or in place of one, which a server printed to be read by people. Only one is ever open.
 */
export class JsonTextBuffer {
  #place: Place = "body";
  #text = "";
  #depth = 0;

  /** Whether a text has begun there. */
  isOpenIn(place: Place): boolean {
    return this.#text !== "" && this.#place === place;
  }

  /** Whether a text has begun anywhere. */
  get isOpen(): boolean {
    return this.#text !== "";
  }

  /**
   * Takes a line, if a text has begun or begins with it; gives the text once its last bracket has
   * come. What follows that must not spoil it.
   */
  add(line: string, place: Place): string | undefined {
    if (!this.isOpenIn(place)) {
      this.#clear();
      if (!BEGINNING.test(line)) return undefined;
      this.#place = place;
    }
    this.#text += `${line}\n`.slice(0, MAX_LENGTH - this.#text.length);
    this.#depth += depthOf(line);
    if (this.#depth > 0) return undefined;
    const text = this.#text.trim();
    this.#clear();
    return text;
  }

  /** Drops the text that has begun there, because it was cut, and gives what came of it. */
  drop(place: Place): string {
    const cut = this.isOpenIn(place) ? this.#text : "";
    if (cut !== "") this.#clear();
    return cut;
  }

  #clear(): void {
    this.#text = "";
    this.#depth = 0;
  }
}

/** How many more brackets a line opens than it closes. */
function depthOf(line: string): number {
  let depth = 0;
  for (let index = 0; index < line.length; index++) {
    const character = line.charCodeAt(index);
    if (character === QUOTE) index = endOfString(line, index);
    else if (character === OPEN_BRACE || character === OPEN_BRACKET) depth++;
    else if (character === CLOSE_BRACE || character === CLOSE_BRACKET) depth--;
  }
  return depth;
}
