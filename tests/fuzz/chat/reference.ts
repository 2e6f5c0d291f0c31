// Copyright 2026 the Rivulet authors. MIT license.

// The reading rules once more, slow and obvious: the whole text at once, no state between pieces.
// What the library reads from any cut of the same bytes must be the same.

import { isObject, parseJson } from "../json.ts";
import { wordsOf } from "../words.ts";
import {
  hasChoices,
  hasFailed,
  isChunk,
  type Part,
  type Protocol,
  readPayload,
  says,
} from "./payload.ts";

/** What an answer says, in order. */
export interface Reading {
  /** Tokens as they are, reasoning marked by `asReasoning`. */
  texts: string[];
  failed: boolean;
  endedBy: "marker" | "eof";
}

/** Marks reasoning with a character that no token starts with. */
export function asReasoning(text: string): string {
  return `\x01${text}`;
}

export function isReasoning(text: string): boolean {
  return text.startsWith("\x01");
}

/** What a body says. */
export function readBody(bytes: Uint8Array, protocol: Protocol): Reading {
  // As a stream that nobody flushes: half a character at the end is nothing.
  const text = new TextDecoder().decode(bytes, { stream: true });
  const lines = text.split(/\r\n|\r|\n/).flatMap(cutGlued);
  const reading: Reading = { texts: [], failed: false, endedBy: "eof" };
  for (const { token, reasoning, failed, done } of new Body(protocol).read(lines)) {
    if (reasoning) reading.texts.push(asReasoning(reasoning));
    if (token) reading.texts.push(token);
    if (done) reading.endedBy = "marker";
    if (failed) reading.failed = true;
    if (failed || done) break;
  }
  return reading;
}

/** JSON objects and end markers that stand on one line, each on a line of its own. */
function cutGlued(line: string): string[] {
  const [, field = "", text = ""] = /^(data:)?\s*([^]*)$/.exec(line.trim())!;
  if (parseJson(text) !== undefined || (field === "" && !text.startsWith("{"))) return [line];
  return cut(text)?.map((piece) => field + piece) ?? [line];
}

/** The JSON objects and end markers of which a text consists, if it is more than one of them. */
function cut(text: string): string[] | undefined {
  const pieces: string[] = [];
  for (let rest = withoutField(text); rest !== "";) {
    const marker = /^(\[DONE\]|"\[DONE\]")/.exec(rest)?.[0];
    const piece = marker ?? (rest.startsWith("{") ? firstObject(rest) : undefined);
    if (piece === undefined) return lastWhole(text);
    pieces.push(piece);
    rest = withoutField(rest.slice(piece.length));
  }
  return pieces.length === 0 || pieces[0] === text ? undefined : pieces;
}

function withoutField(text: string): string {
  return text.replace(/^\s*(data:\s*)*/, "");
}

/** The object at the end of a text, behind the name of a field. */
function lastWhole(text: string): string[] | undefined {
  const start = text.lastIndexOf("data:");
  const rest = text.slice(start + 5).trim();
  return start > 0 && isObject(parseJson(rest)) ? [rest] : undefined;
}

/** The text up to the bracket that closes the first one. */
function firstObject(text: string): string | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\[^])*"|["{}]/g)) {
    if (token === '"') return undefined;
    if (token === "{") depth++;
    if (token === "}" && --depth === 0) return text.slice(0, index + 1);
  }
  return undefined;
}

/** The lines of a body, of which none stands for two. */
class Body {
  readonly #protocol: Protocol;
  readonly #parts: Part[] = [];
  /** The data lines of the event that say nothing each by itself, and what is wrong with it. */
  #event = { lines: [] as string[], isError: false };
  /** The lines of a JSON document, and all bare lines before the body is a stream. */
  #document = "";
  #body = "";
  #hasLines = false;
  #isStream = false;
  /** Whether chunks of a completion stand on lines of their own. */
  #isBare = false;

  constructor(protocol: Protocol) {
    this.#protocol = protocol;
  }

  read(lines: string[]): Part[] {
    for (const line of lines) this.#readLine(line, line.trim());
    this.#end();
    return this.#parts;
  }

  #readLine(line: string, text: string): void {
    const isPage = /^\s*</.test(this.#body);
    if (text.startsWith("data:")) this.#readData(text.slice(5).trim());
    else if (text === "") this.#endEvent();
    else if (/^((id|retry)?:|(id|retry|data|event)$)/.test(text)) return;
    else if (!isPage && text.startsWith("event:")) this.#readName(text.slice(6).trim());
    else if (!isPage && text.startsWith("error:")) this.#readError(text.slice(6).trim());
    else if (!isPage && this.#event.isError) this.#readData(text);
    else if (text.startsWith("{")) this.#readBare(line, text, isPage);
    else if (this.#isBare && isMarker(text)) this.#readData(text);
    else this.#keep(line, false);
  }

  #readName(name: string): void {
    if (name.toLowerCase() === "error") this.#event.isError = true;
    this.#lookForWords();
  }

  #readData(data: string): void {
    if (data === "") return;
    this.#endDocument();
    this.#hasLines = true;
    if (isMarker(data)) {
      this.#end();
      this.#parts.push({ done: true });
      return;
    }
    const payload = parseJson(data);
    const part = payload === undefined ? {} : readPayload(payload, this.#protocol);
    if (payload !== undefined) this.#beStream();
    const { isError } = this.#event;
    if (says(part) && !isError) this.#endEvent();
    if (says(part)) this.#parts.push(part);
    // An event that is named an error has its words in whatever it holds.
    if (says(part) && !isError) return;
    this.#event.lines.push(data);
    this.#lookForWords();
  }

  #readBare(line: string, text: string, isPage: boolean): void {
    const payload = parseJson(text);
    if (payload === undefined) return this.#keep(line, false);
    const isLineByLine = this.#protocol === "ndjson";
    this.#hasLines ||= isLineByLine;
    const part = readPayload(payload, this.#protocol);
    const isInside = this.#document !== "";
    const isPiece = isPage || isInside
      ? says(part) && (isPage || /^\ufeff?\{/.test(line))
      : says(part) || isLineByLine || isChunk(payload);
    if (!isPiece) return this.#keep(line, true);
    this.#endEvent();
    this.#endDocument();
    this.#isBare ||= hasChoices(payload);
    this.#beStream();
    this.#parts.push(part);
  }

  #readError(text: string): void {
    const json = parseJson(text);
    const error = json === undefined ? text : json;
    const payload = isObject(error) && "error" in error ? error : { error };
    this.#parts.push({ failed: hasFailed(payload) });
  }

  #keep(line: string, isWhole: boolean): void {
    const { lines } = this.#event;
    const begun = lines.find((each) => parseJson(each) === undefined) ?? "";
    if (/^[{[]/.test(begun)) return void lines.push(line);
    const begins = !isWhole && /^\s*(\{|\[\s*([[{"]|$))/.test(line);
    if (this.#document !== "" || begins) this.#document += `${line}\n`;
    if (!this.#isStream) this.#body += `${line}\n`;
  }

  #beStream(): void {
    this.#isStream = true;
    this.#body = "";
  }

  /** The event is a failure as soon as JSON tells why. */
  #lookForWords(): void {
    const { isError, lines } = this.#event;
    const last = parseJson(lines.at(-1) ?? "");
    const all = lines.length > 32 ? undefined : parseJson(lines.join("\n"));
    const words = (isObject(last) ? wordsOf(last) : undefined) ?? wordsOf(all);
    if (isError && words !== undefined) this.#parts.push({ failed: true });
  }

  #endEvent(): void {
    const { isError, lines } = this.#event;
    this.#event = { lines: [], isError: false };
    if (isError) this.#parts.push({ failed: true });
    const malformed = lines.findIndex((line) => parseJson(line) === undefined);
    const together = malformed === -1 ? [] : lines.slice(malformed);
    if (together.length < 2) return;
    const text = together.join("\n");
    const pieces = parseJson(text) === undefined ? cut(text) ?? [] : [text];
    for (const piece of pieces) this.#parts.push(readPayload(parseJson(piece), this.#protocol));
  }

  #endDocument(): void {
    const payload = parseJson(this.#document);
    this.#document = "";
    if (payload !== undefined) this.#parts.push(readPayload(payload, this.#protocol));
  }

  #end(): void {
    this.#endEvent();
    const text = this.#body.trim();
    const isPage = text.startsWith("<");
    const isAlone = !this.#isStream && !this.#hasLines && text !== "";
    if (!isAlone) this.#endDocument();
    if (isPage) this.#parts.push({ failed: true });
    if (!isAlone || isPage) return;
    const payload = parseJson(text);
    const part = payload === undefined ? {} : readPayload(payload, this.#protocol);
    this.#parts.push(says(part) || isChunk(payload) ? part : { failed: true });
  }
}

function isMarker(text: string): boolean {
  return text === "[DONE]" || text === '"[DONE]"';
}
