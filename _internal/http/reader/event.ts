// Copyright 2026 the Rivulet authors. MIT license.

import { excerpt } from "../../core/excerpt.ts";
import { asObject, parseJson } from "../../core/json.ts";
import { reasonInTexts, reasonOf } from "./reason.ts";
import type { ReadChunk } from "./chunk.ts";
import { DocumentUnderWay } from "./document.ts";
import { type AnswerPart, isFailing } from "./read_part.ts";

/** How much text of the data lines that say nothing is kept, if they are one event together. */
const MAX_LENGTH = 16 * 1024 * 1024;

/** Shared, since most lines end an event of which nothing was kept. */
const NOTHING: readonly AnswerPart[] = [];

/** What a kept line takes beside its text, so that many short ones are bounded too. */
const LINE_COST = 64;

/** An error in more lines waits for its end: to look at all of them after each costs the square. */
const MAX_LINES_OF_ERROR = 32;

/** The events that tell of a failed answer; the second one is that of OpenAI's Responses API. */
const FAILURES = /^(?:error|response\.failed)$/i;

/** How the events of an answer are named that have no other name: HTML, section 9.2.6. */
const DEFAULT_NAME = /^(?:message)?$/i;

/**
 * The server-sent event under way, as far as its data lines say nothing each by itself: together
 * they may be one JSON text, or the words of an event that tells of a failure.
 */
export class EventUnderWay {
  /** Of lines from the first malformed one on: they may be well-formed together. */
  readonly #document: DocumentUnderWay;
  #name = "";
  #isError = false;
  #lines: string[] = [];
  #length = 0;
  #isMalformed = false;
  #said: AnswerPart[] = [];

  constructor(read: ReadChunk) {
    this.#document = new DocumentUnderWay(read, MAX_LENGTH);
  }

  /** Whether the event tells of a failed answer. */
  get isError(): boolean {
    return this.#isError;
  }

  /**
   * Whether the event has a name of its own. A failure in it is that of a tool, of a step or of a
   * connection, and not of the answer; a chunk in it is a chunk.
   */
  get isAside(): boolean {
    return !DEFAULT_NAME.test(this.#name) && !this.#isError;
  }

  /** Whether nothing of an event has come yet. */
  get isIdle(): boolean {
    return this.#length === 0 && this.#name === "" && !this.#isError;
  }

  /** Whether a JSON text has begun and may go on. */
  get isCut(): boolean {
    return this.#document.isOpen;
  }

  /** Takes the event's name, which may stand before its data or behind it. */
  name(name: string): readonly AnswerPart[] {
    this.#name = name;
    if (!FAILURES.test(name)) return NOTHING;
    this.#isError = true;
    return this.#failureInWords();
  }

  /** Keeps a data line that says nothing by itself, or not why its event is an error. */
  keep(data: string, { malformed = false } = {}): readonly AnswerPart[] {
    this.#isMalformed ||= malformed;
    this.#length += data.length + LINE_COST;
    if (this.#length <= MAX_LENGTH) {
      this.#lines.push(data);
      if (this.#isMalformed) this.#said.push(...this.#document.add(data));
    }
    return this.#isError ? this.#failureInWords() : NOTHING;
  }

  /**
   * Ends the event, because of a blank line, of the end of the body, or of a line that says
   * something: what was kept comes before it or never.
   */
  end(): readonly AnswerPart[] {
    const isAside = this.isAside;
    this.#name = "";
    if (this.#length === 0 && !this.#isError) return NOTHING;
    const said = isAside ? this.#said.filter((part) => !isFailing(part)) : this.#said;
    const parts = this.#isError ? [{ failure: this.#words() }] : said;
    this.#lines = [];
    this.#length = 0;
    this.#isMalformed = false;
    this.#said = [];
    this.#document.drop();
    return parts;
  }

  /** The failure as soon as JSON tells why, since servers forget the blank line at the end. */
  #failureInWords(): readonly AnswerPart[] {
    const last = parseJson(this.#lines.at(-1) ?? "");
    const lines = this.#lines.length > MAX_LINES_OF_ERROR ? [] : this.#lines;
    // An object tells it by itself, whatever was kept before it.
    const words = reasonOf(asObject(last)) ?? reasonOf(parseJson(lines.join("\n")));
    return words === undefined ? [] : [{ failure: words }];
  }

  /** The failure at the end of its event: in the words of JSON, or of a plain text. */
  #words(): string {
    const text = this.#lines.join("\n");
    return reasonInTexts([text, ...this.#lines]) || excerpt(text) ||
      "the server sent an error event without words";
  }
}
