// Copyright 2026 the Rivulet authors. MIT license.

import { parseJson } from "../../core/json.ts";
import { skippedLine } from "../../core/skipped.ts";
import { choiceIndex, hasChoices, hasOtherChoices, isChunk, ReadChoice } from "./chunk_form.ts";
import { type ChunkFormat, errorInLine, EventReader, readTexts } from "./event_reader.ts";
import { gluedJson, isEndMarker } from "./glued_json.ts";
import { isKnownAside } from "./known_aside.ts";
import { JsonTextBuffer } from "./json_text_buffer.ts";
import { NonStreamBody, PAGE_FAILURE } from "./non_stream_body.ts";
import { ordinaryToken } from "./ordinary_line.ts";
import {
  type AnswerPart,
  besides,
  isTelling,
  NOTHING,
  readPart,
  SILENT_CHUNK,
  skip,
  tell,
} from "./read_part.ts";
import type { LineParser } from "./stream_parser.ts";

/** How many of the objects on one line are read before others have their turn. */
const MAX_PIECES = 1024;

/** How many lines that are no ordinary ones are read before others have their turn. */
const MAX_LINES = 2048;

const BYTE_ORDER_MARK = "\ufeff";

/** A comment, or a field of a server-sent event that does not matter for the answer. */
const SILENT_FIELD = /^(?::|(?:id|retry)(?::|$)|(?:data|event)$)/;

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
  readonly #isCustom: boolean;
  readonly #json = new JsonTextBuffer();
  readonly #event: EventReader;
  /** What has come of a body that is no stream so far. */
  readonly #body = new NonStreamBody();
  #isStream = false;
  /** Whether nothing is under way that the next line might belong to. */
  #isStraight: boolean;
  /** The first chunk, if it is without a text, until its event ends; `""` if there is none. */
  #silent = "";
  /** Whether lines have come that make the body an answer, whatever they say. */
  #hasLines = false;
  /** Whether chunks of a completion stand on bare lines. */
  #isBareCompletion = false;
  /** The objects of a line that holds many, and what reads each. */
  #pieces: Iterator<string> | undefined;
  /** How many lines have been read since the last turn. */
  #lineCount = 0;
  readonly #choice = new ReadChoice();
  #readPiece: (piece: string) => readonly AnswerPart[] = () => NOTHING;

  constructor(format: ChunkFormat) {
    this.#format = format;
    this.#isCustom = format.readOwn !== undefined;
    this.#event = new EventReader(format, this.#json);
    this.#isStraight = !this.#isCustom;
  }

  get isBehind(): boolean {
    return this.#pieces !== undefined || this.#lineCount >= MAX_LINES;
  }

  goOn(): readonly AnswerPart[] {
    this.#lineCount = 0;
    const parts: AnswerPart[] = [];
    for (let count = 0; this.#pieces !== undefined && count < MAX_PIECES; count++) {
      const { done, value } = this.#pieces.next();
      if (done) this.#pieces = undefined;
      else parts.push(...this.#readPiece(value));
    }
    this.#chooseLane();
    return parts;
  }

  /** The straight lane: in a stream that goes well, nearly all lines are ordinary. */
  readOrdinary(line: string): string | undefined {
    const token = this.#isStraight ? ordinaryToken(line, this.#choice) : undefined;
    if (token === undefined) return undefined;
    const isSilent = token === "" && line !== "";
    // Behind the first line, a chunk without a text may say that nothing has failed.
    if (isSilent && this.#isStream) return undefined;
    this.#isStream ||= line !== "";
    this.#silent = isSilent ? line : "";
    return token;
  }

  parseLine(raw: string): readonly AnswerPart[] {
    this.#lineCount++;
    // Its event goes on, and may turn out to be that of an error.
    if (this.#silent !== "") this.#event.keep(this.#silent.slice(5).trim());
    this.#silent = "";
    const parts = this.#readLine(raw);
    this.#chooseLane();
    return parts;
  }

  #chooseLane(): void {
    this.#isStraight = !this.#isCustom && this.#event.isIdle && !this.#json.isOpen &&
      (this.#isStream || this.#body.isEmpty);
  }

  end(): readonly AnswerPart[] {
    const last = this.#event.end();
    if (this.#isStream) return [...last, ...skip(this.#json.drop("body"))];
    if (!this.#hasLines) return [...last, this.#body.read(this.#format.read)];
    const { skipped, isPage } = this.#body;
    return [...last, ...isPage ? PAGE_FAILURE : tell(skipped)];
  }

  /** Any line, by what it looks like. */
  #readLine(raw: string): readonly AnswerPart[] {
    // JSON knows no byte order mark, and not every decoder drops one.
    const line = raw.startsWith(BYTE_ORDER_MARK) ? raw.slice(1) : raw;
    const text = line.trim();
    if (text.startsWith("data:")) return this.#readDataLine(text.slice(5).trim());
    if (text === "") return this.#event.end();
    if (SILENT_FIELD.test(text)) return NOTHING;
    // A script in a web page has lines that look like fields.
    if (!this.#body.isPage) {
      if (text.startsWith("event:")) return this.#event.name(text.slice(6).trim());
      // Old llama.cpp servers report a failure in a line of their own.
      if (text.startsWith("error:")) {
        const failure = errorInLine(text.slice(6).trim());
        return failure === undefined ? NOTHING : [...this.#event.end(), failure];
      }
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
        this.#event.keep(data, { malformed: true });
    }
    const payload = this.#isCustom ? packed : unpacked(packed);
    if (this.#isOtherChoice(payload)) return skip(data);
    const part = this.#event.partOf(payload, data);
    const tells = isTelling(part);
    const skipped = [
      ...tells || !this.#body.isPage ? this.#beStream() : NOTHING,
      ...hasOtherChoices(payload) ? skip(data) : NOTHING,
    ];
    if (!tells) {
      const isOfOther = this.#event.isOfOther(payload);
      const isSilent = isChunk(payload) && !isOfOther;
      if (!isSilent && !isKnownAside(payload)) this.#event.skip(data);
      // What is of something else stays so, should the event be named anew before it ends.
      const said = isOfOther ? NOTHING : this.#event.keep(data);
      return [...skipped, ...said, ...isSilent ? [SILENT_CHUNK] : NOTHING];
    }
    return [...skipped, ...this.#event.readTelling(part, data)];
  }

  /** Whether a chunk is of another choice than the first. They are told, and never mixed. */
  #isOtherChoice(payload: unknown): boolean {
    return !this.#choice.takes(choiceIndex(payload));
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
    if (!this.#isBareChunk(payload, part, line)) return this.#keepBare(line, payload);
    const before = [...this.#event.end(), ...skip(this.#json.drop("body")), ...this.#beStream()];
    this.#isBareCompletion ||= hasChoices(payload);
    this.#choice.takes(choiceIndex(payload));
    if (part.suspicion !== undefined) before.push(...skip(line));
    return [...before, part];
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

  #readTexts(text: string): readonly AnswerPart[] {
    return readTexts(text, (payload, each) => readPart(this.#format.read, payload, each));
  }

  /** Keeps a line that is no chunk, or is none so far; `payload` is its value if it is JSON. */
  #keepBare(line: string, payload?: unknown): readonly AnswerPart[] {
    // Of a text of several lines, some servers name the field in the first line only.
    if (this.#json.isOpenIn("event")) return this.#event.keep(line, { malformed: true });
    if (!this.#isStream) this.#body.add(line);
    const isOfText = !this.#body.isPage && (payload === undefined || this.#json.isOpenIn("body"));
    const text = isOfText ? this.#json.add(line, "body") : undefined;
    const said = text === undefined ? NOTHING : this.#readTexts(text);
    if (said.length > 0) return [...this.#event.end(), ...this.#beStream(), ...said];
    if (this.#json.isOpen || isKnownAside(payload ?? parseJson(line))) return NOTHING;
    if (this.#isCustom && (text ?? payload) !== undefined) {
      return besides(skippedLine(text ?? line));
    }
    if (this.#isStream) return skip(text ?? line);
    this.#body.skip(text ?? line);
    return NOTHING;
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
