// Copyright 2026 the Rivulet authors. MIT license.

import { excerpt } from "../../core/excerpt.ts";
import { parseJson } from "../../core/json.ts";
import { joinSkipped, skippedLine } from "../../core/skipped.ts";
import type { LLMSkipped, LLMStreamPart } from "../../core/types.ts";
import { hasContent, type ReadChunk } from "./chunk.ts";
import { isChunk } from "./chunk_form.ts";
import { failureOfDocument } from "./failure.ts";
import { readSpelled } from "./spelled_numbers.ts";

/** How much of a body that is no token stream is looked at, in UTF-16 code units. */
const MAX_LENGTH = 1024 * 1024;

/** What a web page says, whatever the lines in it look like. */
export const PAGE_FAILURE: readonly LLMStreamPart[] = [{
  failure: "the server sent a web page instead of a token stream, check the base URL",
}];

/**
 * A body that is no token stream, so far: a whole JSON answer, an error or a web page in its place.
 */
export class NonStreamBody {
  #text = "";
  #isPage = false;
  #skipped: LLMSkipped | undefined;

  /** Whether it begins as a web page does. */
  get isPage(): boolean {
    return this.#isPage;
  }

  /** Whether nothing has come. */
  get isEmpty(): boolean {
    return this.#text === "";
  }

  add(line: string): void {
    if (this.#text === "") this.#isPage = line.trimStart().startsWith("<");
    this.#text += `${line}\n`.slice(0, MAX_LENGTH - this.#text.length);
  }

  /** Takes note of what is no part of a JSON text that is still under way. */
  skip(line: string): void {
    this.#skipped = joinSkipped(this.#skipped, skippedLine(line));
  }

  /** What has come, for a body that turns out to be an answer without it. */
  get skipped(): LLMSkipped | undefined {
    return this.#skipped;
  }

  /** Forgets the lines, because the body is a token stream after all. */
  clear(): void {
    this.#text = "";
    this.#isPage = false;
    this.#skipped = undefined;
  }

  /**
   * What the body says as one document; `read` reads a whole JSON answer. What is neither an answer
   * nor a failure is a failure too.
   */
  read(read: ReadChunk): LLMStreamPart {
    const text = this.#text.trim();
    if (text === "") return {};
    if (this.#isPage) return PAGE_FAILURE[0]!;
    const payload = parseJson(text);
    const part = payload === undefined ? {} : readSpelled(read, payload, text);
    if (hasContent(part) || isChunk(payload)) return part;
    return failureOfDocument(payload, undefined) ?? { failure: excerpt(text) };
  }
}
