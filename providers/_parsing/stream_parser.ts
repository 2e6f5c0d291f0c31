// Copyright 2026 the Rivulet authors. MIT license.

import type { LLMStreamPart } from "../types.ts";
import { LineSplitter } from "./line_splitter.ts";
import { WholeCharacters } from "./whole_characters.ts";

/** The longest line in UTF-16 code units, a guard against a server that never ends one. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024;

const TOO_LONG: LLMStreamPart = { failure: "a line is longer than 16 MiB" };

/** The rules of a wire format. Knows neither bytes nor where lines end. */
export interface LineParser {
  /** What the next line says. */
  parseLine(line: string): readonly LLMStreamPart[];
  /** What the lines say together, once the body has ended. */
  end(): readonly LLMStreamPart[];
}

/** Text in pieces of any size to the parts of an answer, up to its end marker or its failure. */
export class StreamParser {
  readonly #lines = new LineSplitter();
  readonly #characters = new WholeCharacters();
  readonly #parser: LineParser;
  #ended = false;

  constructor(parser: LineParser) {
    this.#parser = parser;
  }

  /** Whether nothing that follows can count. */
  get ended(): boolean {
    return this.#ended;
  }

  /** The parts that the next piece of text completes. */
  push(text: string): LLMStreamPart[] {
    const parts: LLMStreamPart[] = [];
    for (const line of this.#lines.push(text)) {
      if (line.length > MAX_LINE_LENGTH) this.#take([TOO_LONG], parts);
      else this.#take(this.#parser.parseLine(line), parts);
      if (this.#ended) return parts;
    }
    if (this.#lines.heldLength > MAX_LINE_LENGTH) this.#take([TOO_LONG], parts);
    return parts;
  }

  /** The parts that the end of the body completes, after its last piece of text. */
  end(text = ""): LLMStreamPart[] {
    // Ends the last line, if no line end follows it. A blank line more says nothing.
    const parts = this.push(`${text}\n`);
    if (!this.#ended) this.#take(this.#parser.end(), parts);
    this.#ended = true;
    return [...parts, ...this.#characters.end()];
  }

  #take(said: readonly LLMStreamPart[], parts: LLMStreamPart[]): void {
    for (const part of said) {
      if (this.#ended) return;
      parts.push(this.#characters.take(part));
      if (part.done || part.failure !== undefined) this.#ended = true;
    }
  }
}
