// Copyright 2026 the Rivulet authors. MIT license.

// What a body says: part by part where it is a token stream, as a whole where it is none.

import { LineSplitter } from "./_lines.ts";
import { parseJson } from "./_payload.ts";
import type { LLMFinish } from "./types.ts";

/** What one line of an answer says. A field that is not there says nothing. */
export interface StreamPart {
  /** How far the model's load is, and its phase. */
  progress?: readonly [progress: number, text: string] | undefined;
  reasoning?: string | undefined;
  token?: string | undefined;
  finishReason?: string | undefined;
  usage?: LLMFinish["usage"] | undefined;
  /** Why the answer failed; nothing after it counts. */
  failure?: string | undefined;
  /** Whether this is the end marker; nothing after it counts. */
  done?: boolean | undefined;
}

/** The longest line in UTF-16 code units, a guard against a server that never ends one. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024;

const TOO_LONG: StreamPart = { failure: "a line is longer than 16 MiB" };

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
    const parts: StreamPart[] = [];
    for (const line of this.#lines.push(text)) {
      const part = line.length > MAX_LINE_LENGTH ? TOO_LONG : this.#parser.parseLine(line);
      if (part !== undefined) parts.push(part);
      if (part?.done || part?.failure !== undefined) {
        this.#ended = true;
        return parts;
      }
    }
    if (this.#lines.heldLength > MAX_LINE_LENGTH) {
      this.#ended = true;
      parts.push(TOO_LONG);
    }
    return parts;
  }

  /** The parts that the end of the body completes, after its last piece of text. */
  end(text = ""): StreamPart[] {
    // Ends the last line, where no line end follows it. A blank line more says nothing.
    const parts = this.push(`${text}\n`);
    const last = this.#ended ? undefined : this.#parser.end();
    if (last !== undefined) parts.push(last);
    this.#ended = true;
    return parts;
  }
}

/** How much of a body that is no token stream is looked at, in UTF-16 code units. */
const MAX_LENGTH = 1024 * 1024;

const WEB_PAGE = /<(!doctype html|html|head|body|title)\b/i;

/**
 * A body that is no token stream, so far: a whole JSON answer, an error or a web page in its place.
 */
export class UnstreamedBody {
  #text = "";

  add(line: string): void {
    this.#text += `${line}\n`.slice(0, MAX_LENGTH - this.#text.length);
  }

  /** Forgets the lines, because the body is a token stream after all. */
  clear(): void {
    this.#text = "";
  }

  /** What the body says as one document; `readAnswer` reads a whole JSON answer. */
  read(readAnswer: (payload: unknown) => StreamPart): StreamPart {
    const text = this.#text.trim();
    this.clear();
    if (text.startsWith("<") && WEB_PAGE.test(text.slice(0, 4096))) {
      return {
        failure: "the server sent a web page instead of a token stream, check the base URL",
      };
    }
    return readAnswer(parseJson(text));
  }
}
