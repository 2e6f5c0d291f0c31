// Copyright 2026 the Rivulet authors. MIT license.

import { parseJson } from "../../_shared/json.ts";
import type { LLMStreamPart } from "../types.ts";
import { type ReadChunk, saysAnything } from "./chunk.ts";
import { readSpelled } from "./spelled_numbers.ts";

/** Shared, since most lines end no document. */
const NOTHING: readonly LLMStreamPart[] = [];

/** How much of it is kept, in UTF-16 code units. */
const MAX_LENGTH = 1024 * 1024;

/** An object or a list begins; the names of log levels stand in brackets as well. */
const BEGINNING = /^\s*(?:\{|\[\s*(?:[[{"]|$))/;

/**
 * A JSON document of several bare lines under way, beside the lines of a stream or in place of them:
 * an answer or an error that a server printed to be read by people.
 */
export class DocumentUnderWay {
  readonly #read: ReadChunk;
  #text = "";

  constructor(read: ReadChunk) {
    this.#read = read;
  }

  /** Whether a document has begun. */
  get isOpen(): boolean {
    return this.#text !== "";
  }

  /** Takes a line, if a document has begun or begins with it. */
  add(line: string): void {
    if (!this.isOpen && !BEGINNING.test(line)) return;
    this.#text += `${line}\n`.slice(0, MAX_LENGTH - this.#text.length);
  }

  /** Ends the document, because of the end of the body or of a line that is no part of it. */
  end(): readonly LLMStreamPart[] {
    if (!this.isOpen) return NOTHING;
    const text = this.#text;
    this.#text = "";
    const payload = parseJson(text);
    const part = payload === undefined ? {} : readSpelled(this.#read, payload, text);
    return saysAnything(part) ? [part] : NOTHING;
  }
}
