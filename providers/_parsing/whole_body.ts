// Copyright 2026 the Rivulet authors. MIT license.

import { parseJson } from "../../_shared/json.ts";
import { reasonOf } from "../../_shared/reason.ts";
import type { LLMStreamPart } from "../types.ts";
import { isChunk } from "./chunk_form.ts";
import { type ReadChunk, saysAnything } from "./chunk.ts";
import { headOf } from "./head.ts";
import { readSpelled } from "./spelled_numbers.ts";

/** How much of a body that is no token stream is looked at, in UTF-16 code units. */
const MAX_LENGTH = 1024 * 1024;

const WEB_PAGE = "the server sent a web page instead of a token stream, check the base URL";

/**
 * A body that is no token stream, so far: a whole JSON answer, an error or a web page in its place.
 */
export class WholeBody {
  #text = "";

  /** Whether it may be one JSON document of several lines. */
  get isDocument(): boolean {
    return /^\s*[{[]/.test(this.#text);
  }

  add(line: string): void {
    this.#text += `${line}\n`.slice(0, MAX_LENGTH - this.#text.length);
  }

  /** Forgets the lines, because the body is a token stream after all. */
  clear(): void {
    this.#text = "";
  }

  /**
   * What the body says as one document; `read` reads a whole JSON answer. Beside a stream of events,
   * what is neither an answer nor a failure is skipped; alone, it is a failure.
   */
  read(read: ReadChunk, { isAlone }: { isAlone: boolean }): LLMStreamPart {
    const text = this.#text.trim();
    this.clear();
    if (text === "") return {};
    if (text.startsWith("<") && isAlone) return { failure: WEB_PAGE };
    const payload = parseJson(text);
    const part = payload === undefined ? {} : readSpelled(read, payload, text);
    if (!isAlone || saysAnything(part) || isChunk(payload)) return part;
    return { failure: reasonOf(payload) ?? headOf(text) };
  }
}
