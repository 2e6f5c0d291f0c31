// Copyright 2026 the Rivulet authors. MIT license.

import { asObject, parseJson } from "../../core/json.ts";
import { skippedLine } from "../../core/skipped.ts";
import type { LLMSkipped } from "../../core/types.ts";
import { hasContent, type ReadChunk } from "./chunk.ts";
import { choiceIndex, hasChoices, hasOtherChoices, isChunk, isOfChoice } from "./chunk_form.ts";
import { EventBuffer } from "./event.ts";
import { failureOf } from "./failure.ts";
import { gluedJson, isEndMarker } from "./glued_json.ts";
import { isKnownAside } from "./known_aside.ts";
import { JsonTextBuffer } from "./json_text_buffer.ts";
import { NonStreamBody } from "./non_stream_body.ts";
import { type AnswerPart, isFailing, isTelling, readPart, SILENT_CHUNK } from "./read_part.ts";
import { readSpelled } from "./spelled_numbers.ts";
import type { LineParser } from "./stream_parser.ts";

/** Shared, since many lines say nothing. */
const NOTHING: readonly AnswerPart[] = [];

/** How many of the objects on one line are read before others have their turn. */
const MAX_PIECES = 1024;

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
 *
 * What a line says depends on three things: what it looks like, what the body has turned out to be
 * (nothing yet, a web page, a stream), and whether a JSON text of several lines is under way.
 */
export class AnswerReader implements LineParser {
  readonly #format: ChunkFormat;
  readonly #event = new EventBuffer();
  readonly #json = new JsonTextBuffer();
  /** What has come of a body that is no stream so far. */
  readonly #body = new NonStreamBody();
  #isStream = false;
  /** Whether lines have come that make the body an answer, whatever they say. */
  #hasLines = false;
  /** Whether chunks of a completion stand on bare lines. */
  #isBareCompletion = false;
  /** The objects of a line that holds many, and what reads each. */
  #pieces: Iterator<string> | undefined;
  /** The index of the choice that is read: that of the first chunk. */
  #choice: number | undefined;
  #readPiece: (piece: string) => readonly AnswerPart[] = () => NOTHING;

  constructor(format: ChunkFormat) {
    this.#format = format;
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

  end(): readonly AnswerPart[] {
    const last = this.#endEvent();
    if (this.#isStream) return [...last, ...skip(this.#json.drop("body"))];
    if (!this.#hasLines) return [...last, this.#body.read(this.#format.read)];
    const { skipped, isPage } = this.#body;
    return [...last, ...isPage ? this.#body.pageFailure() : tell(skipped)];
  }

  /** The straight lane: a line with a chunk that says something, in a stream that goes well. */
  #readOrdinary(raw: string): readonly AnswerPart[] | undefined {
    if (!this.#isStream || !this.#event.isIdle || this.#json.isOpen) return undefined;
    const isData = raw.startsWith("data: {");
    if (!isData && !raw.startsWith("{")) return undefined;
    const text = isData ? raw.slice(6) : raw;
    const payload = parseJson(text);
    if (!isOfChoice(payload, this.#choice)) return undefined;
    const part = readSpelled(this.#format.read, payload, text);
    if (!hasContent(part)) return undefined;
    if (!isData) this.#isBareCompletion ||= hasChoices(payload);
    return [part];
  }

  /** All other lines, by what they look like. */
  #readOther(raw: string): readonly AnswerPart[] {
    // JSON knows no byte order mark, and not every decoder drops one.
    const line = raw.startsWith(BYTE_ORDER_MARK) ? raw.slice(1) : raw;
    const text = line.trim();
    if (text.startsWith("data:")) return this.#readDataLine(text.slice(5).trim());
    if (text === "") return this.#endEvent();
    if (SILENT_FIELD.test(text)) return NOTHING;
    // A script in a web page has lines that look like fields.
    if (!this.#body.isPage) {
      if (text.startsWith("event:")) return this.#nameEvent(text.slice(6).trim());
      // Old llama.cpp servers report a failure in a line of their own.
      if (text.startsWith("error:")) return this.#readErrorLine(text.slice(6).trim());
      // The words of an error, whose server forgot to name the field.
      if (this.#event.isError) return this.#readDataLine(text);
    }
    if (text.startsWith("{")) return this.#readBareObject(text, line);
    if (this.#isBareCompletion && isEndMarker(text)) return this.#readDataLine(text);
    return this.#keepBare(line);
  }

  #readDataLine(data: string): readonly AnswerPart[] {
    if (data === "") return NOTHING;
    const cut = this.#json.drop("body");
    this.#hasLines = true;
    const said = this.#readData(data);
    return cut === "" || !this.#isStream ? said : [...skip(cut), ...said];
  }

  #readData(data: string): readonly AnswerPart[] {
    if (isEndMarker(data)) return [...this.end(), { done: true }];
    const packed = parseJson(data);
    if (packed === undefined) {
      return this.#readGlued(data, (piece) => this.#readData(piece)) ??
        this.#keepInEvent(data, { malformed: true });
    }
    const payload = unpacked(packed);
    if (this.#isOtherChoice(payload)) return skip(data);
    const part = this.#partOf(payload, data);
    const tells = isTelling(part);
    const skipped = [
      ...tells || !this.#body.isPage ? this.#beStream() : NOTHING,
      ...hasOtherChoices(payload) ? skip(data) : NOTHING,
    ];
    if (!tells) {
      const isSilent = isChunk(payload) && !this.#isOfOther(payload);
      if (!isSilent && !isKnownAside(payload)) this.#event.skip(data);
      return [...skipped, ...this.#keepInEvent(data), ...isSilent ? [SILENT_CHUNK] : NOTHING];
    }
    return [...skipped, ...this.#readTelling(part, data)];
  }

  #readTelling(part: AnswerPart, data: string): readonly AnswerPart[] {
    if (this.#event.isError) return this.#readError(part, data);
    // The name may still follow that makes an error of its event.
    if (part.suspicion !== undefined) {
      this.#event.skip(data);
      return behind(this.#keepInEvent(data), part);
    }
    return behind(this.#endEvent(), part);
  }

  /** What a JSON text in an event says; nothing if it tells of something else than the answer. */
  #partOf(payload: unknown, text: string): AnswerPart {
    if (this.#isOfOther(payload)) return {};
    const part = readPart(this.#format.read, payload, text);
    const isAsides = this.#event.isAside && isFailing(part) && !hasChoices(payload);
    return isAsides ? {} : part;
  }

  /** Whether a chunk is of another choice than the first. They are told, and never mixed. */
  #isOtherChoice(payload: unknown): boolean {
    const index = choiceIndex(payload);
    this.#choice ??= index;
    return index !== undefined && index !== this.#choice;
  }

  /** The result of a tool or the state of a step may have the fields of an answer. */
  #isOfOther(payload: unknown): boolean {
    return this.#event.isAside && !this.#format.hasNamedEvents && !hasChoices(payload);
  }

  /** What stands beside the error of an event comes before it, unless that is the error. */
  #readError(part: AnswerPart, data: string): readonly AnswerPart[] {
    if (part.suspicion !== undefined) return [part.suspicion];
    return part.failure === undefined ? [part, ...this.#keepInEvent(data)] : [part];
  }

  #nameEvent(name: string): readonly AnswerPart[] {
    this.#event.name(name);
    return this.#errorSoFar();
  }

  /** Keeps a data line that is no chunk by itself, for the end of its event. */
  #keepInEvent(data: string, { malformed = false } = {}): readonly AnswerPart[] {
    const isKept = this.#event.keep(data, { malformed });
    if (isKept && this.#event.isSplit) {
      const text = this.#json.add(data, "event");
      if (text !== undefined) this.#event.texts.push(text);
    }
    return this.#errorSoFar();
  }

  #errorSoFar(): readonly AnswerPart[] {
    const words = this.#event.isError ? this.#event.wordsSoFar() : undefined;
    return words === undefined ? NOTHING : [words];
  }

  /**
   * Ends the event, because of a blank line, of the end of the body, or of a line that says
   * something: what was kept comes before it or never.
   */
  #endEvent(): readonly AnswerPart[] {
    const event = this.#event;
    if (event.isIdle) return NOTHING;
    if (event.isError) return [event.words()];
    const parts = event.texts.flatMap((text) => this.#readText(text, { inEvent: true }));
    const skipped = event.unread({ together: parts.length > 0 });
    const told = event.isAside ? [{ beside: skipped }] : tell(skipped);
    event.clear();
    this.#json.drop("event");
    return skipped === undefined ? parts : [...parts, ...told];
  }

  /** What a JSON text of several lines says, or several such behind each other. */
  #readText(text: string, { inEvent = false } = {}): readonly AnswerPart[] {
    const texts = parseJson(text) === undefined ? gluedJson(text) ?? [] : [text];
    return [...texts].map((each) => {
      const payload = parseJson(each);
      return inEvent ? this.#partOf(payload, each) : readPart(this.#format.read, payload, each);
    }).filter(isTelling);
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

  #readBareObject(text: string, line: string): readonly AnswerPart[] {
    const payload = parseJson(text);
    if (payload === undefined) {
      return this.#readGlued(text, (piece) => this.parseLine(piece)) ?? this.#keepBare(line);
    }
    if (this.#format.isLineByLine) this.#hasLines = true;
    if (this.#isStream && this.#isOtherChoice(payload)) return skip(line);
    const part = readPart(this.#format.read, payload, text);
    if (!this.#isBareChunk(payload, part, line)) return this.#keepBare(line, { isWhole: true });
    const before = [...this.#endEvent(), ...skip(this.#json.drop("body")), ...this.#beStream()];
    this.#isBareCompletion ||= hasChoices(payload);
    this.#choice ??= choiceIndex(payload);
    if (part.suspicion !== undefined) before.push(...skip(line));
    return behind(before, part);
  }

  /**
   * Lines of a document and of a web page may look like a chunk. Those of a document are indented,
   * those of a stream are not.
   */
  #isBareChunk(payload: unknown, part: AnswerPart, line: string): boolean {
    const tells = isTelling(part);
    if (this.#body.isPage) return tells;
    return this.#json.isOpen ? tells && line.startsWith("{") : tells || isChunk(payload);
  }

  #keepBare(line: string, { isWhole = false } = {}): readonly AnswerPart[] {
    // Of a text of several lines, some servers name the field in the first line only.
    if (this.#json.isOpenIn("event")) return this.#keepInEvent(line, { malformed: true });
    if (!this.#isStream) this.#body.add(line);
    const isOfText = !this.#body.isPage && (!isWhole || this.#json.isOpenIn("body"));
    const text = isOfText ? this.#json.add(line, "body") : undefined;
    const said = text === undefined ? NOTHING : this.#readText(text);
    if (said.length > 0) return [...this.#endEvent(), ...this.#beStream(), ...said];
    if (this.#json.isOpen || isKnownAside(parseJson(line))) return NOTHING;
    if (this.#isStream) return skip(text ?? line);
    this.#body.skip(text ?? line);
    return NOTHING;
  }

  /** What a line of an error says, behind the event that has been under way. */
  #readErrorLine(text: string): readonly AnswerPart[] {
    const payload = parseJson(text);
    const error = payload === undefined ? text : payload;
    const failure = failureOf("error" in asObject(error) ? error : { error });
    return failure === undefined ? NOTHING : [...this.#endEvent(), failure];
  }

  /** What came before is no part of it. */
  #beStream(): readonly AnswerPart[] {
    if (this.#isStream) return NOTHING;
    this.#isStream = true;
    const { skipped } = this.#body;
    this.#body.clear();
    return tell(skipped);
  }
}

/** The JSON in a JSON text, and the only entry of a list: some servers encode a chunk so. */
function unpacked(payload: unknown): unknown {
  const inner = typeof payload === "string" ? parseJson(payload) ?? payload : payload;
  return Array.isArray(inner) && inner.length === 1 ? inner[0] : inner;
}

function skip(line: string): readonly AnswerPart[] {
  return line === "" ? NOTHING : [{ skipped: skippedLine(line) }];
}

function tell(skipped: LLMSkipped | undefined): readonly AnswerPart[] {
  return skipped === undefined ? NOTHING : [{ skipped }];
}

/** A part, if there is one, behind others; as a rule there are none. */
function behind(
  before: readonly AnswerPart[],
  part: AnswerPart | undefined,
): readonly AnswerPart[] {
  if (part === undefined) return before;
  return before.length === 0 ? [part] : [...before, part];
}
