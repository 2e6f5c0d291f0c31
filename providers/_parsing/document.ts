// Copyright 2026 the Rivulet authors. MIT license.

import { parseJson } from "../../_shared/json.ts";
import type { LLMStreamPart } from "../types.ts";
import { type ReadChunk, saysAnything } from "./chunk.ts";
import { splitGluedJson } from "./glued_json.ts";
import { endOfString } from "./json_string.ts";
import { readSpelled } from "./spelled_numbers.ts";

/** Shared, since most lines end no document. */
const NOTHING: readonly LLMStreamPart[] = [];

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
  add(line: string): readonly LLMStreamPart[] {
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

  #end(): readonly LLMStreamPart[] {
    const text = this.#text.trim();
    this.drop();
    const whole = parseJson(text) === undefined ? splitGluedJson(text) ?? [] : [text];
    return whole.map((each) => readSpelled(this.#read, parseJson(each), each)).filter(saysAnything);
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
