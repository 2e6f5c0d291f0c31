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
  const pieces: string[] = [];
  for (let rest = text; rest !== ""; rest = rest.replace(/^\s*(data:)?\s*/, "")) {
    const marker = /^(\[DONE\]|"\[DONE\]")/.exec(rest)?.[0];
    const piece = marker ?? (rest.startsWith("{") ? firstObject(rest) : undefined);
    if (piece === undefined) return [line];
    pieces.push(field + piece);
    rest = rest.slice(piece.length);
  }
  return pieces.length > 1 ? pieces : [line];
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
  #document = "";
  #hasData = false;
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
    if (text.startsWith("data:")) this.#readData(text.slice(5).trim());
    else if (text === "") this.#endEvent();
    else if (text.startsWith("{")) this.#readBare(line, text);
    else if (text.startsWith("event:")) {
      if (text.slice(6).trim() === "error") this.#event.isError = true;
      this.#lookForWords();
    } else if (text.startsWith("error:")) this.#readError(text.slice(6).trim());
    else if (this.#isBare && isMarker(text)) this.#readData(text);
    else if (!/^(id|retry)?:/.test(text)) this.#keep(line);
  }

  #readData(data: string): void {
    if (data === "") return;
    this.#hasData = true;
    if (isMarker(data)) {
      this.#end();
      this.#parts.push({ done: true });
      return;
    }
    const payload = parseJson(data);
    const part = payload === undefined ? {} : readPayload(payload, this.#protocol);
    if (payload !== undefined) this.#isStream = true;
    const { isError, lines } = this.#event;
    if (says(part) && !isError) this.#endEvent();
    if (says(part)) this.#parts.push(part);
    // An event that is named an error has its words in whatever it holds.
    if (says(part) && !isError) return;
    lines.push(data);
    this.#lookForWords();
  }

  #readBare(line: string, text: string): void {
    const payload = parseJson(text);
    const part = payload === undefined ? {} : readPayload(payload, this.#protocol);
    const isDocument = /^\s*[{[]/.test(this.#document);
    const isPiece = this.#protocol === "ndjson" ||
      (!isDocument && (isChunk(payload) || says(part)));
    if (payload === undefined || !isPiece) return this.#keep(line);
    this.#isBare ||= hasChoices(payload);
    this.#isStream = true;
    this.#endEvent();
    this.#parts.push(part);
  }

  #readError(text: string): void {
    const json = parseJson(text);
    const error = json === undefined ? text : json;
    const payload = isObject(error) && "error" in error ? error : { error };
    this.#parts.push({ failed: hasFailed(payload, { hasText: false }) });
  }

  #keep(line: string): void {
    if (!this.#isStream) this.#document += `${line}\n`;
  }

  /** The event is a failure as soon as JSON tells why. */
  #lookForWords(): void {
    const { isError, lines } = this.#event;
    if (isError && wordsOf(parseJson(lines.join("\n"))) !== undefined) {
      this.#parts.push({ failed: true });
    }
  }

  #endEvent(): void {
    const { isError, lines } = this.#event;
    this.#event = { lines: [], isError: false };
    if (isError) this.#parts.push({ failed: true });
    const malformed = lines.findIndex((line) => parseJson(line) === undefined);
    const together = malformed === -1 ? [] : lines.slice(malformed);
    const payload = together.length > 1 ? parseJson(together.join("\n")) : undefined;
    if (payload !== undefined) this.#parts.push(readPayload(payload, this.#protocol));
  }

  #end(): void {
    this.#endEvent();
    const text = this.#document.trim();
    if (this.#isStream || text === "") return;
    const payload = parseJson(text);
    const part = payload === undefined ? {} : readPayload(payload, this.#protocol);
    const isAlone = !this.#hasData;
    if (isAlone && !says(part) && !isChunk(payload)) this.#parts.push({ failed: true });
    else this.#parts.push(part);
  }
}

function isMarker(text: string): boolean {
  return text === "[DONE]" || text === '"[DONE]"';
}
