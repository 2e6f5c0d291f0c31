// Copyright 2026 the Rivulet authors. MIT license.

import { LineSplitter } from "./_lines.ts";
import type { LLMFinish } from "./types.ts";

/** What one line of an answer says. A field that is not there says nothing. */
export interface StreamPart {
  /** How far the model's load is, and its phase. */
  progress?: { readonly progress: number; readonly text: string } | undefined;
  reasoning?: string | undefined;
  token?: string | undefined;
  finishReason?: string | undefined;
  usage?: LLMFinish["usage"] | undefined;
  /** Why the answer failed; nothing after it counts. */
  failure?: string | undefined;
  /** Whether this is the end marker; nothing after it counts. */
  done?: boolean | undefined;
}

/** The rules of one wire format. Knows neither bytes nor where lines end. */
export interface LineParser {
  /** What the next line says. */
  parseLine(line: string): StreamPart | undefined;
  /** What the lines say together, once the body has ended. */
  end(): StreamPart | undefined;
}

/** Text in pieces of any size to the parts of an answer, up to its end marker or its failure. */
export class StreamParser {
  readonly #lines = new LineSplitter();
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
  push(text: string): StreamPart[] {
    return this.#parse(this.#lines.push(text));
  }

  /** The parts that the end of the body completes, after its last piece of text. */
  end(text = ""): StreamPart[] {
    const parts = this.#parse([...this.#lines.push(text), ...this.#lines.end()]);
    const last = this.#ended ? undefined : this.#parser.end();
    if (last !== undefined) parts.push(last);
    this.#ended = true;
    return parts;
  }

  #parse(lines: string[]): StreamPart[] {
    const parts: StreamPart[] = [];
    for (const line of lines) {
      const part = this.#parser.parseLine(line);
      if (part === undefined) continue;
      parts.push(part);
      if (part.done || part.failure !== undefined) {
        this.#ended = true;
        return parts;
      }
    }
    if (this.#lines.tooLong) {
      this.#ended = true;
      parts.push({ failure: "a line is longer than 16 MiB" });
    }
    return parts;
  }
}
