// Copyright 2026 the Rivulet authors. MIT license.

import { excerpt } from "../../core/excerpt.ts";
import { asObject, parseJson } from "../../core/json.ts";
import { joinSkipped, skippedLine } from "../../core/skipped.ts";
import type { LLMSkipped } from "../../core/types.ts";
import { FAILED_EVENT } from "./failure.ts";
import { type Failure, wordsInTexts, wordsOf } from "./reason.ts";

/** How much text of an event is kept, in UTF-16 code units: it is read at once. */
const MAX_LENGTH = 1024 * 1024;

/** What a kept line takes beside its text, so that many short ones are bounded too. */
const LINE_COST = 3;

/** An error in more lines waits for its end: to look at all of them after each costs the square. */
const MAX_LINES_OF_ERROR = 32;

/** So many lines of an error are looked at one by one, should they be nothing together. */
const MAX_LINES_ALONE = 1000;

/** How the events of an answer are named that have no other name: HTML, section 9.2.6. */
const DEFAULT_NAME = /^(?:message)?$/i;

/** The server-sent event under way: its name, and its data lines that are no chunk by themselves. */
export class EventBuffer {
  /** The JSON texts that its lines are together. */
  readonly texts: string[] = [];
  #odd: LLMSkipped | undefined;
  #malformed: LLMSkipped | undefined;
  #name = "";
  #lines: string[] = [];
  #length = 0;
  #isSplit = false;

  /** Whether the event tells of a failed answer. */
  get isError(): boolean {
    return FAILED_EVENT.test(this.#name);
  }

  /** Whether the event has a name of its own: it tells of a tool, of a step, of the connection. */
  get isAside(): boolean {
    return this.#name !== "" && !DEFAULT_NAME.test(this.#name) && !this.isError;
  }

  /** Whether nothing of an event has come yet. */
  get isIdle(): boolean {
    return this.#length === 0 && this.#name === "";
  }

  /** Whether a data line has been malformed by itself: those from it on may be one JSON text. */
  get isSplit(): boolean {
    return this.#isSplit;
  }

  /** The name may stand before the data or behind it. That of an error is not taken back. */
  name(name: string): void {
    if (!this.isError) this.#name = name;
  }

  /** Keeps a data line; tells whether there was room for it. */
  keep(data: string, { malformed = false } = {}): boolean {
    this.#isSplit ||= malformed;
    if (malformed) this.skip(data);
    this.#length += data.length + LINE_COST;
    if (this.#length > MAX_LENGTH) return false;
    this.#lines.push(data);
    return true;
  }

  /** Takes note of a line that was not understood; it may be one of several of a JSON text. */
  skip(line: string): void {
    if (this.#isSplit) this.#malformed = joinSkipped(this.#malformed, skippedLine(line));
    else this.#odd = joinSkipped(this.#odd, skippedLine(line));
  }

  /** Its lines of JSON that were not understood. */
  get odd(): LLMSkipped | undefined {
    return this.#odd;
  }

  /** The same from the first malformed line on: they may be understood together. */
  get malformed(): LLMSkipped | undefined {
    return this.#malformed;
  }

  clear(): void {
    this.texts.length = 0;
    this.#odd = undefined;
    this.#malformed = undefined;
    this.#name = "";
    this.#lines = [];
    this.#length = 0;
    this.#isSplit = false;
  }

  /** The words of an error as soon as JSON has some: servers forget the blank line at the end. */
  wordsSoFar(): Failure | undefined {
    const last = parseJson(this.#lines.at(-1) ?? "");
    // An object tells it by itself, whatever was kept before it.
    const words = wordsOf(asObject(last));
    const isLong = this.#lines.length > MAX_LINES_OF_ERROR;
    return words !== undefined || isLong ? words : wordsOf(parseJson(this.#lines.join("\n")));
  }

  /** The words of an error at its end: those of JSON, or a plain text. */
  words(): Failure {
    const text = this.#lines.join("\n");
    const words = wordsInTexts([text, ...this.#lines.slice(0, MAX_LINES_ALONE)]);
    return words ?? { failure: excerpt(text) || "the server sent an error event without words" };
  }
}
