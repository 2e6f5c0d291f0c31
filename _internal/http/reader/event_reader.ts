// Copyright 2026 the Rivulet authors. MIT license.

import { asObject, parseJson } from "../../core/json.ts";
import { joinSkipped } from "../../core/skipped.ts";
import { hasContent, type ReadChunk } from "./chunk.ts";
import { hasChoices } from "./chunk_form.ts";
import { EventBuffer } from "./event.ts";
import { failureOf } from "./failure.ts";
import { gluedJson } from "./glued_json.ts";
import type { JsonTextBuffer } from "./json_text_buffer.ts";
import {
  type AnswerPart,
  besides,
  isFailing,
  isTelling,
  NOTHING,
  readPart,
  tell,
} from "./read_part.ts";

/** What one protocol decides where both could be meant. */
export interface ChunkFormat {
  /** Reads a chunk, this protocol first. */
  readonly read: ReadChunk;
  /** Whether a body with a line that holds a JSON object is an answer, whatever the object says. */
  readonly isLineByLine: boolean;
  /**
   * Reads a chunk without the usual forms of a failure, for a protocol that is none of the two that
   * are known here: its chunks may stand in events with names of their own, which those of chat
   * completions have not.
   */
  readonly readOwn?: ReadChunk;
}

/** Reads what the name and the lines of a server-sent event say together. */
export class EventReader {
  readonly #format: ChunkFormat;
  readonly #json: JsonTextBuffer;
  readonly #event = new EventBuffer();

  constructor(format: ChunkFormat, json: JsonTextBuffer) {
    this.#format = format;
    this.#json = json;
  }

  /** Whether nothing of an event has come yet. */
  get isIdle(): boolean {
    return this.#event.isIdle;
  }

  /** Whether the event tells of a failed answer. */
  get isError(): boolean {
    return this.#event.isError;
  }

  name(name: string): readonly AnswerPart[] {
    this.#event.name(name);
    return this.#errorSoFar();
  }

  /** Takes note of a line that was not understood. */
  skip(line: string): void {
    this.#event.skip(line);
  }

  /** Keeps a data line that is no chunk by itself, for the end of the event. */
  keep(data: string, { malformed = false } = {}): readonly AnswerPart[] {
    const isKept = this.#event.keep(data, { malformed });
    if (isKept && this.#event.isSplit) {
      const text = this.#json.add(data, "event");
      if (text !== undefined) this.#event.texts.push(text);
    }
    return this.#errorSoFar();
  }

  /** What a JSON text in the event says; nothing if it tells of something else than the answer. */
  partOf(payload: unknown, text: string): AnswerPart {
    if (this.isOfOther(payload)) return {};
    const part = readPart(this.#format.read, payload, text);
    const isOfAnswer = !this.#event.isAside || hasChoices(payload);
    return isOfAnswer || !isFailing(part) ? part : this.#failureOfNamed(part, payload);
  }

  /**
   * What a failure says in an event with a name of its own. If the protocol reads nothing else in
   * it, it may be that of a tool or of a step: it counts if no chunk follows.
   */
  #failureOfNamed(part: AnswerPart, payload: unknown): AnswerPart {
    const { failure, serverCode } = part;
    if (failure === undefined || this.#format.readOwn === undefined) return {};
    const isRead = hasContent(this.#format.readOwn(payload));
    return isRead ? part : { suspicion: { failure, serverCode } };
  }

  /** The result of a tool or the state of a step may have the fields of an answer. */
  isOfOther(payload: unknown): boolean {
    return this.#event.isAside && this.#format.readOwn === undefined && !hasChoices(payload);
  }

  /** What a data line says that says something, with what was kept before it. */
  readTelling(part: AnswerPart, data: string): readonly AnswerPart[] {
    if (this.isError) return this.#readError(part, data);
    // The name may still follow that makes an error of its event.
    if (part.suspicion !== undefined) {
      this.#event.skip(data);
      return [...this.keep(data), part];
    }
    return [...this.end(), part];
  }

  /** What stands beside the error of an event comes before it, unless that is the error. */
  #readError(part: AnswerPart, data: string): readonly AnswerPart[] {
    if (part.suspicion !== undefined) return [part.suspicion];
    return part.failure === undefined ? [part, ...this.keep(data)] : [part];
  }

  #errorSoFar(): readonly AnswerPart[] {
    const words = this.isError ? this.#event.wordsSoFar() : undefined;
    return words === undefined ? NOTHING : [words];
  }

  /**
   * Ends the event, because of a blank line, of the end of the body, or of a line that says
   * something: what was kept comes before it or never.
   */
  end(): readonly AnswerPart[] {
    const event = this.#event;
    if (event.isIdle) return NOTHING;
    if (event.isError) return [event.words()];
    const parts = event.texts.flatMap((text) =>
      readTexts(text, (payload, each) => this.partOf(payload, each))
    );
    const told = this.#tellUnread({ together: parts.length > 0 });
    event.clear();
    this.#json.drop("event");
    return told.length === 0 ? parts : [...parts, ...told];
  }

  /** Tells of the lines that were not understood, given whether they said something together. */
  #tellUnread({ together }: { together: boolean }): readonly AnswerPart[] {
    const { odd, isAside } = this.#event;
    const malformed = together ? undefined : this.#event.malformed;
    // What a protocol of its own has no use for is no hole, a malformed line of it is one.
    if (this.#format.readOwn !== undefined) return [...besides(odd), ...tell(malformed)];
    const all = joinSkipped(odd, malformed);
    return isAside ? besides(all) : tell(all);
  }
}

/** What a JSON text of several lines says, or several such behind each other. */
export function readTexts(
  text: string,
  read: (payload: unknown, text: string) => AnswerPart,
): readonly AnswerPart[] {
  const texts = parseJson(text) === undefined ? gluedJson(text) ?? [] : [text];
  return [...texts].map((each) => read(parseJson(each), each)).filter(isTelling);
}

/** What the line of an error says that names no event, as old llama.cpp servers write it. */
export function errorInLine(text: string): AnswerPart | undefined {
  const payload = parseJson(text);
  const error = payload === undefined ? text : payload;
  return failureOf("error" in asObject(error) ? error : { error });
}
