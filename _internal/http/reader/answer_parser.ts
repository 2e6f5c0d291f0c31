// Copyright 2026 the Rivulet authors. MIT license.

import { asObject, parseJson } from "../../core/json.ts";
import { hasContent, type ReadChunk } from "./chunk.ts";
import { hasChoices, isChunk } from "./chunk_form.ts";
import { DocumentUnderWay } from "./document.ts";
import { EventUnderWay } from "./event.ts";
import { failureOf } from "./failure.ts";
import { gluedJson, isEndMarker } from "./glued_json.ts";
import { type AnswerPart, isFailing, isTelling, readPart, SILENT_CHUNK } from "./read_part.ts";
import { readSpelled } from "./spelled_numbers.ts";
import type { LineParser } from "./stream_parser.ts";
import { NonStreamBody } from "./whole_body.ts";

const NOTHING: readonly AnswerPart[] = [];

/** How many of the objects on one line are read before others have their turn. */
const MAX_PIECES = 1024;

/** How much of a document of several lines is kept, in UTF-16 code units. */
const MAX_DOCUMENT_LENGTH = 1024 * 1024;

const BYTE_ORDER_MARK = "\ufeff";

/** A comment, or a field of a server-sent event that says nothing of an answer. */
const SILENT_FIELD = /^(?::|(?:id|retry)(?::|$)|(?:data|event)$)/;

/** What one protocol decides where both could be meant. */
export interface ChunkFormat {
  /** Reads a chunk, this protocol first. */
  readonly read: ReadChunk;
  /** Whether a body with a line that holds a JSON object is an answer, whatever the object says. */
  readonly isLineByLine: boolean;
  /** Whether chunks stand in events with names of their own. Chat completions have none. */
  readonly hasNamedEvents: boolean;
}

/**
 * Reads an answer line by line, by what each line looks like: server-sent events or bare JSON
 * objects, with chunks of either protocol in them, or neither, for the end to tell. Lines and not
 * events, since servers forget the blank line between two.
 */
export class AnswerParser implements LineParser {
  readonly #format: ChunkFormat;
  readonly #event: EventUnderWay;
  readonly #document: DocumentUnderWay;
  readonly #body = new NonStreamBody();
  #hasLines = false;
  #isStream = false;
  #isBareCompletion = false;
  #pieces: Iterator<string> | undefined;
  #readPiece: (piece: string) => readonly AnswerPart[] = () => NOTHING;

  constructor(format: ChunkFormat) {
    this.#format = format;
    this.#event = new EventUnderWay((payload) =>
      this.#isOther(payload) ? {} : format.read(payload)
    );
    this.#document = new DocumentUnderWay(format.read, MAX_DOCUMENT_LENGTH);
  }

  get isBehind(): boolean {
    return this.#pieces !== undefined;
  }

  goOn(): readonly AnswerPart[] {
    const parts: AnswerPart[] = [];
    for (let count = 0; this.#pieces !== undefined && count < MAX_PIECES; count++) {
      const { done, value } = this.#pieces.next();
      if (done) this.#pieces = undefined;
      else parts.push(...this.#readPiece(value));
    }
    return parts;
  }

  parseLine(raw: string): readonly AnswerPart[] {
    return this.#readOrdinary(raw) ?? this.#readOther(raw);
  }

  /**
   * The straight lane: a line with a chunk that says something, in a stream that goes well. All else
   * is read below, the slow way.
   */
  #readOrdinary(raw: string): readonly AnswerPart[] | undefined {
    if (!this.#isStream || !this.#event.isIdle || this.#document.isOpen) return undefined;
    const isData = raw.startsWith("data: {");
    if (!isData && !raw.startsWith("{")) return undefined;
    const text = isData ? raw.slice(6) : raw;
    const payload = parseJson(text);
    const part = readSpelled(this.#format.read, payload, text);
    if (!hasContent(part)) return undefined;
    if (!isData) this.#isBareCompletion ||= hasChoices(payload);
    return [part];
  }

  #readOther(raw: string): readonly AnswerPart[] {
    // JSON knows no byte order mark, and not every decoder drops one.
    const line = raw.startsWith(BYTE_ORDER_MARK) ? raw.slice(1) : raw;
    const text = line.trim();
    if (text.startsWith("data:")) return this.#parseData(text.slice(5).trim());
    if (text === "") return this.#event.end();
    if (SILENT_FIELD.test(text)) return NOTHING;
    // A script in a web page has lines that look like fields.
    if (!this.#body.isPage) {
      if (text.startsWith("event:")) return this.#event.name(text.slice(6).trim());
      // Old llama.cpp servers report a failure in a line of their own.
      if (text.startsWith("error:")) return this.#parseError(text.slice(6).trim());
      // The words of an error, whose server forgot to name the field.
      if (this.#event.isError) return this.#parseData(text);
    }
    if (text.startsWith("{")) return this.#parseBare(text, line);
    if (this.#isBareCompletion && isEndMarker(text)) return this.#parseData(text);
    return this.#keepBare(line);
  }

  end(): readonly AnswerPart[] {
    const last = this.#event.end();
    if (!this.#isStream && !this.#hasLines) return [...last, this.#body.read(this.#format.read)];
    const page = this.#isStream ? NOTHING : this.#body.pageFailure();
    return [...last, ...page];
  }

  #parseData(data: string): readonly AnswerPart[] {
    if (data === "") return NOTHING;
    this.#document.drop();
    this.#hasLines = true;
    return this.#readData(data);
  }

  #readData(data: string): readonly AnswerPart[] {
    if (isEndMarker(data)) return [...this.end(), { done: true }];
    const payload = parseJson(data);
    if (payload === undefined) {
      return this.#readGlued(data, (piece) => this.#readData(piece)) ??
        this.#event.keep(data, { malformed: true });
    }
    if (this.#isOther(payload)) {
      if (!this.#body.isPage) this.#beStream();
      return NOTHING;
    }
    const part = readPart(this.#format.read, payload, data);
    const tells = isTelling(part);
    if (tells || !this.#body.isPage) this.#beStream();
    if (!tells) return behind(this.#event.keep(data), isChunk(payload) ? SILENT_CHUNK : undefined);
    if (this.#event.isError) return this.#readError(part, data);
    // The failure of a tool or a step; that of a chunk is the answer's own.
    if (this.#event.isAside && isFailing(part) && !hasChoices(payload)) return NOTHING;
    // The name may still follow that makes an error of its event.
    if (part.suspicion !== undefined) return behind(this.#event.keep(data), part);
    return behind(this.#event.end(), part);
  }

  /** The result of a tool or the state of a step, which may have the fields of an answer. */
  #isOther(payload: unknown): boolean {
    return this.#event.isAside && !this.#format.hasNamedEvents && !hasChoices(payload);
  }

  /** What stands beside the error of an event comes before it, unless that is the error. */
  #readError(part: AnswerPart, data: string): readonly AnswerPart[] {
    if (part.suspicion !== undefined) return [{ failure: part.suspicion }];
    return part.failure === undefined ? [part, ...this.#event.keep(data)] : [part];
  }

  /** Begins to read the objects on a line, if it holds such. */
  #readGlued(
    line: string,
    readPiece: (piece: string) => readonly AnswerPart[],
  ): readonly AnswerPart[] | undefined {
    const pieces = gluedJson(line);
    // A piece is no such line, and must not end the one that it stands on.
    if (pieces === undefined) return undefined;
    this.#pieces = pieces;
    this.#readPiece = readPiece;
    return this.goOn();
  }

  #parseBare(text: string, line: string): readonly AnswerPart[] {
    const payload = parseJson(text);
    if (payload === undefined) {
      return this.#readGlued(text, (piece) => this.parseLine(piece)) ??
        this.#keepBare(line);
    }
    if (this.#format.isLineByLine) this.#hasLines = true;
    const part = readPart(this.#format.read, payload, text);
    if (!this.#isBareChunk(payload, part, line)) return this.#keepBare(line, { isWhole: true });
    const before = this.#event.end();
    this.#document.drop();
    this.#isBareCompletion ||= hasChoices(payload);
    this.#beStream();
    return behind(before, part);
  }

  /**
   * Lines of a document and of a web page may look like a chunk. Those of a document are indented,
   * those of a stream are not.
   */
  #isBareChunk(payload: unknown, part: AnswerPart, line: string): boolean {
    const tells = isTelling(part);
    if (this.#body.isPage) return tells;
    if (this.#document.isOpen || this.#event.isCut) return tells && line.startsWith("{");
    return tells || isChunk(payload);
  }

  #keepBare(line: string, { isWhole = false } = {}): readonly AnswerPart[] {
    // Of a text of several lines, some servers name the field in the first line only.
    if (this.#event.isCut) return this.#event.keep(line, { malformed: true });
    if (!this.#isStream) this.#body.add(line);
    const isOfDocument = !this.#body.isPage && (!isWhole || this.#document.isOpen);
    const said = isOfDocument ? this.#document.add(line) : NOTHING;
    if (said.length === 0) return NOTHING;
    this.#beStream();
    return [...this.#event.end(), ...said];
  }

  /** What a line of an error says, behind the event that has been under way. */
  #parseError(text: string): readonly AnswerPart[] {
    const payload = parseJson(text);
    const error = payload === undefined ? text : payload;
    const failure = failureOf("error" in asObject(error) ? error : { error });
    if (failure === undefined) return NOTHING;
    return [...this.#event.end(), { failure }];
  }

  #beStream(): void {
    if (this.#isStream) return;
    this.#isStream = true;
    this.#body.clear();
  }
}

/** A part, if there is one, behind others; as a rule there are none. */
function behind(
  before: readonly AnswerPart[],
  part: AnswerPart | undefined,
): readonly AnswerPart[] {
  if (part === undefined) return before;
  return before.length === 0 ? [part] : [...before, part];
}
