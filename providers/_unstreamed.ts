// Copyright 2026 the Rivulet authors. MIT license.

import { parseJson } from "./_payload.ts";
import type { StreamPart } from "./_stream_parser.ts";

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
