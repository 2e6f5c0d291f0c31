// Copyright 2026 the Rivulet authors. MIT license.

import { isObject, parseJson } from "../json.ts";
import { wordsOf } from "../words.ts";
import { Documents } from "./documents.ts";
import { hasFailed } from "./failure.ts";
import { cutGlued, isMarker } from "./glued.ts";
import { hasChoices, isChunk, type Part, type Protocol, readPayload, says } from "./payload.ts";

/** The names of events that tell of a failed answer. */
const FAILED_EVENTS = ["error", "response.failed", "response.incomplete"];

/** What the lines of a body say. */
export class Lines {
  readonly #protocol: Protocol;
  readonly #parts: Part[] = [];
  readonly #documents = new Documents();
  /** The data lines of the event that say nothing each by itself, and whether it is an error. */
  #event = { lines: [] as string[], isError: false, isAside: false };
  /** All bare lines before anything that says something. */
  #body = "";
  #isStream = false;
  /** Whether there are data lines, or lines of Ollama's, be they what they may. */
  #hasLines = false;
  /** Whether chunks of a completion stand on lines of their own. */
  #isBare = false;

  constructor(protocol: Protocol) {
    this.#protocol = protocol;
  }

  read(lines: string[]): Part[] {
    for (const line of lines) this.#readLine(line.replace(/^\ufeff/, ""));
    this.#end();
    return this.#parts;
  }

  #readLine(line: string): void {
    const text = line.trim();
    const isPage = this.#isPage();
    if (text.startsWith("data:")) this.#readDataLine(text.slice(5).trim());
    else if (text === "") this.#endEvent();
    else if (/^(:|(id|retry)(:|$)|(data|event)$)/.test(text)) return;
    else if (text.startsWith("event:") && !isPage) this.#readName(text.slice(6).trim());
    else if (text.startsWith("error:") && !isPage) this.#readError(text.slice(6).trim());
    else if (this.#event.isError && !isPage) this.#readDataLine(text);
    else if (text.startsWith("{")) this.#readBareLine(line, text);
    else if (this.#isBare && isMarker(text)) this.#readDataLine(text);
    else this.#keep(line);
  }

  #readDataLine(data: string): void {
    if (data === "") return;
    this.#documents.drop();
    this.#hasLines = true;
    for (const piece of cutGlued(data)) this.#readData(piece);
  }

  #readData(data: string): void {
    if (isMarker(data)) {
      this.#end();
      this.#parts.push({ done: true });
      return;
    }
    const payload = parseJson(data);
    // The result of a tool, or the state of a step.
    if (payload !== undefined && this.#event.isAside && !hasChoices(payload)) {
      if (!this.#isPage()) this.#isStream = true;
      return;
    }
    const part = readPayload(data, this.#protocol);
    if (says(part) || (payload !== undefined && !this.#isPage())) this.#isStream = true;
    const { isError, lines } = this.#event;
    const endsEvent = says(part) && !isError && !part.marked;
    if (endsEvent) this.#endEvent();
    if (says(part)) this.#parts.push(isError && part.marked ? { failed: true } : part);
    if (endsEvent) return;
    // An event that is named an error has its words in whatever it holds.
    lines.push(data);
    this.#lookForWords();
    if (!says(part) && isChunk(payload)) this.#parts.push({ silent: true });
  }

  #readBareLine(line: string, text: string): void {
    const pieces = cutGlued(text);
    if (pieces.length === 1 && pieces[0] === text) return this.#readBare(line, text);
    for (const piece of pieces) this.#readLine(piece);
  }

  #readBare(line: string, text: string): void {
    const payload = parseJson(text);
    if (payload === undefined) return this.#keep(line);
    if (this.#protocol === "ndjson") this.#hasLines = true;
    const part = readPayload(text, this.#protocol);
    const isOpen = this.#documents.isOpen || this.#textsOfEvent().isOpen;
    const mayBeSilent = !this.#isPage() && !isOpen && isChunk(payload);
    const isOfDocument = isOpen && !this.#isPage() && !line.startsWith("{");
    if (isOfDocument || !(says(part) || mayBeSilent)) return this.#keep(line, { isWhole: true });
    this.#isBare ||= hasChoices(payload);
    this.#documents.drop();
    this.#say(part);
  }

  #readName(name: string): void {
    const isError = FAILED_EVENTS.includes(name.toLowerCase());
    this.#event.isError ||= isError;
    this.#event.isAside = !this.#event.isError && !["", "message"].includes(name.toLowerCase());
    if (!isError) return;
    this.#lookForWords();
  }

  #readError(text: string): void {
    const json = parseJson(text);
    const error = json === undefined ? text : json;
    const payload = isObject(error) && "error" in error ? error : { error };
    if (!hasFailed(payload)) return;
    this.#endEvent();
    this.#parts.push({ failed: true });
  }

  #keep(line: string, { isWhole = false } = {}): void {
    // Only the first line of a JSON text may name the field.
    if (this.#textsOfEvent().isOpen) return void this.#event.lines.push(line);
    if (!this.#isStream) this.#body += `${line}\n`;
    if (this.#isPage() || (isWhole && !this.#documents.isOpen)) return;
    const text = this.#documents.add(line);
    for (const part of this.#readTexts(text)) this.#say(part);
  }

  #say(part: Part): void {
    this.#isStream = true;
    this.#endEvent();
    this.#parts.push(part);
  }

  #readTexts(text = ""): Part[] {
    return cutGlued(text).map((piece) => readPayload(piece, this.#protocol)).filter(says);
  }

  /** The event is a failure as soon as JSON tells why. */
  #lookForWords(): void {
    const { isError, lines } = this.#event;
    if (!isError) return;
    const last = parseJson(lines.at(-1) ?? "");
    const words = (isObject(last) ? wordsOf(last) : undefined) ??
      wordsOf(parseJson(lines.join("\n")));
    if (words !== undefined) this.#parts.push({ failed: true });
  }

  #endEvent(): void {
    const { texts } = this.#textsOfEvent();
    const { isError, isAside } = this.#event;
    this.#event = { lines: [], isError: false, isAside: false };
    const counting = isAside ? texts.filter((text) => hasChoices(parseJson(text))) : texts;
    const parts = counting.flatMap((text) => this.#readTexts(text));
    if (isError) this.#parts.push({ failed: true });
    else this.#parts.push(...parts);
  }

  /** The JSON texts on several lines of the event, and whether one of them is not complete. */
  #textsOfEvent(): { texts: string[]; isOpen: boolean } {
    const { lines } = this.#event;
    const documents = new Documents();
    const malformed = lines.findIndex((line) => parseJson(line) === undefined);
    const together = malformed === -1 ? [] : lines.slice(malformed);
    const texts = together.map((line) => documents.add(line) ?? "");
    return { texts, isOpen: documents.isOpen };
  }

  /** Whether the body is a web page, as far as it has come. */
  #isPage(): boolean {
    return !this.#isStream && this.#body.trimStart().startsWith("<");
  }

  #end(): void {
    this.#endEvent();
    if (this.#isPage()) this.#parts.push({ failed: true });
    const text = this.#body.trim();
    if (this.#isStream || this.#hasLines || text === "") return;
    if (!isChunk(parseJson(text))) this.#parts.push({ failed: true });
  }
}
