// Copyright 2026 the Rivulet authors. MIT license.

import { asObject, parseJson } from "../../_shared/json.ts";
import type { LLMStreamPart } from "../types.ts";
import { type ReadChunk, saysAnything } from "./chunk.ts";
import { hasChoices, isChunk } from "./chunk_form.ts";
import { EventUnderWay } from "./event.ts";
import { failureOf } from "./failure.ts";
import { isEndMarker, splitGluedJson } from "./glued_json.ts";
import { readSpelled } from "./spelled_numbers.ts";
import type { LineParser } from "./stream_parser.ts";
import { WholeBody } from "./whole_body.ts";

const NOTHING: readonly LLMStreamPart[] = [];

/** A comment, or a field of a server-sent event that says nothing of an answer. */
const SILENT_FIELD = /^(?:id|retry)?:/;

/** What one protocol decides where both could be meant. */
export interface Dialect {
  /** Reads a chunk, this protocol first. */
  readonly read: ReadChunk;
  /** Whether each line that holds a JSON object is a chunk, whatever stands around it. */
  readonly isLineByLine: boolean;
}

/**
 * Reads an answer line by line, by what each line looks like: server-sent events or bare JSON
 * objects, with chunks of either protocol in them, or neither, for the end to tell. Lines and not
 * events, since servers forget the blank line between two.
 */
export class AnswerParser implements LineParser {
  readonly #dialect: Dialect;
  readonly #event: EventUnderWay;
  readonly #body = new WholeBody();
  #hasData = false;
  #isStream = false;
  #isBareCompletion = false;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    this.#event = new EventUnderWay(dialect.read);
  }

  parseLine(line: string): readonly LLMStreamPart[] {
    // Trimmed because JSON knows no byte order mark, and not every decoder drops one.
    const text = line.trim();
    if (text.startsWith("data:")) return this.#parseData(text.slice(5).trim());
    if (text === "") return this.#event.end();
    if (text.startsWith("{")) return this.#parseBare(text, line);
    if (text.startsWith("event:")) return this.#event.name(text.slice(6).trim());
    // Old llama.cpp servers report a failure in a line of their own.
    if (text.startsWith("error:")) return parseErrorLine(text.slice(6).trim());
    if (this.#isBareCompletion && isEndMarker(text)) return this.#parseData(text);
    if (!SILENT_FIELD.test(text)) this.#keepBare(line);
    return NOTHING;
  }

  end(): readonly LLMStreamPart[] {
    const last = this.#event.end();
    if (this.#isStream) return last;
    return [...last, this.#body.read(this.#dialect.read, { isAlone: !this.#hasData })];
  }

  #parseData(data: string): readonly LLMStreamPart[] {
    if (data === "") return NOTHING;
    this.#hasData = true;
    if (isEndMarker(data)) return [...this.end(), { done: true }];
    const payload = parseJson(data);
    if (payload === undefined) {
      return splitGluedJson(data)?.flatMap((piece) => this.#parseData(piece)) ??
        this.#event.keep(data, { malformed: true });
    }
    this.#beStream();
    const part = readSpelled(this.#dialect.read, payload, data);
    if (!saysAnything(part)) return this.#event.keep(data);
    if (!this.#event.isError) return [...this.#event.end(), part];
    // The error of the event comes behind what stands beside it, unless that is the error.
    return part.failure === undefined ? [part, ...this.#event.keep(data)] : [part];
  }

  #parseBare(text: string, line: string): readonly LLMStreamPart[] {
    const payload = parseJson(text);
    const pieces = payload === undefined ? splitGluedJson(text) : undefined;
    if (pieces !== undefined) return pieces.flatMap((piece) => this.parseLine(piece));
    const part = readSpelled(this.#dialect.read, payload, text);
    if (payload === undefined || !this.#isBareChunk(payload, part)) {
      this.#keepBare(line);
      return NOTHING;
    }
    this.#isBareCompletion ||= hasChoices(payload);
    this.#beStream();
    return [...this.#event.end(), part];
  }

  /** A line of a JSON document may look like a chunk. */
  #isBareChunk(payload: unknown, part: LLMStreamPart): boolean {
    if (this.#dialect.isLineByLine) return true;
    return !this.#body.isDocument && (isChunk(payload) || saysAnything(part));
  }

  #keepBare(line: string): void {
    if (!this.#isStream) this.#body.add(line);
  }

  #beStream(): void {
    if (this.#isStream) return;
    this.#isStream = true;
    this.#body.clear();
  }
}

function parseErrorLine(text: string): readonly LLMStreamPart[] {
  const payload = parseJson(text);
  const error = payload === undefined ? text : payload;
  const failure = failureOf("error" in asObject(error) ? error : { error }, false);
  return failure === undefined ? NOTHING : [{ failure }];
}
