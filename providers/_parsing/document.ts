// Copyright 2026 the Rivulet authors. MIT license.

import { parseJson } from "../../_shared/json.ts";
import type { ReadChunk } from "./chunk.ts";
import { gluedJson } from "./glued_json.ts";
import { endOfString } from "./json_string.ts";
import { type AnswerPart, isTelling, readPart } from "./read_part.ts";

/** Shared, since most lines end no document. */
const NOTHING: readonly AnswerPart[] = [];

/** An object or a list begins; the names of log levels stand in brackets as well. */
const BEGINNING = /^\s*(?:\{|\[\s*(?:[[{"]|$))/;

/**
 * A JSON document of several lines under way, beside the lines of a stream or in place of them: an
 * answer or an error that a server printed to be read by people, or cut by line ends.
 */
export class DocumentUnderWay {
  readonly #read: ReadChunk;
  readonly #maxLength: number;
  #text = "";
  #depth = 0;

  /** Keeps up to `maxLength` UTF-16 code units of a document. */
  constructor(read: ReadChunk, maxLength: number) {
    this.#read = read;
    this.#maxLength = maxLength;
  }

  /** Whether a document has begun. */
  get isOpen(): boolean {
    return this.#text !== "";
  }

  /**
   * Takes a line, if a document has begun or begins with it. It ends with its last bracket: what
   * follows must not spoil it.
   */
  add(line: string): readonly AnswerPart[] {
    if (!this.isOpen && !BEGINNING.test(line)) return NOTHING;
    this.#text += `${line}\n`.slice(0, this.#maxLength - this.#text.length);
    this.#depth += depthOf(line);
    return this.#depth > 0 ? NOTHING : this.#end();
  }

  /** Drops the document, because a line follows that is no part of it: it was cut. */
  drop(): void {
    this.#text = "";
    this.#depth = 0;
  }

  #end(): readonly AnswerPart[] {
    const text = this.#text.trim();
    this.drop();
    const whole = parseJson(text) === undefined ? gluedJson(text) ?? [] : [text];
    return [...whole].map((each) => readPart(this.#read, parseJson(each), each)).filter(isTelling);
  }
}

/** How many more brackets a line opens than it closes. */
function depthOf(line: string): number {
  let depth = 0;
  for (let index = 0; index < line.length; index++) {
    const character = line[index]!;
    if (character === '"') index = endOfString(line, index);
    else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth--;
  }
  return depth;
}
