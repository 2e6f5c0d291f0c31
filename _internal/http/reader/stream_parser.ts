// Copyright 2026 the Rivulet authors. MIT license.

import { joinSkipped } from "../../core/skipped.ts";
import type { LLMSkipped, LLMStreamPart } from "../../core/types.ts";
import { faultOfLength, faultOfLine } from "./line_limit.ts";
import { LineSplitter } from "./line_splitter.ts";
import { type AnswerPart, SILENT_CHUNK } from "./read_part.ts";
import type { Failure } from "./reason.ts";
import { SurrogateJoiner } from "./surrogate_joiner.ts";

/** The rules of a wire format. Knows neither bytes nor where lines end. */
export interface LineParser {
  /**
   * The token of the next line if that is an ordinary one, `""` if it has no text; undefined for
   * any other, which `parseLine()` reads.
   */
  readOrdinary?(line: string): string | undefined;
  /** What the next line says. */
  parseLine(line: string): readonly AnswerPart[];
  /** Whether the line says more, which `goOn()` reads: a line may hold more than one turn's work. */
  readonly isBehind?: boolean;
  /** What the next part of the line says. */
  goOn?(): readonly AnswerPart[];
  /** What the lines say together, once the body has ended. */
  end(): readonly AnswerPart[];
}

/**
 * Text in pieces of any size to the parts of an answer, up to its end marker or its failure. While
 * it is behind, it takes no text: whoever drives it lets others have their turn and calls `goOn()`.
 */
export class StreamParser {
  readonly #lines = new LineSplitter();
  readonly #characters = new SurrogateJoiner();
  readonly #parser: LineParser;
  #waiting: Iterable<string> = [];
  #atEnd = false;
  #ended = false;
  #suspicion: Failure | undefined;
  #isComplete = false;
  /** Whether half of a character waits for the next token. */
  #isCut = false;
  #hasToken = false;
  #beside: LLMSkipped | undefined;

  constructor(parser: LineParser) {
    this.#parser = parser;
  }

  /** Whether nothing that follows can count. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Whether there is more to read in the text that it was given. */
  get isBehind(): boolean {
    return !this.#ended && this.#parser.isBehind === true;
  }

  /** The parts that the next piece of text completes. */
  push(text: string): LLMStreamPart[] {
    // An iterator, so that it goes on where it was left.
    this.#waiting = this.#lines.push(text).values();
    return this.goOn();
  }

  /** The parts that the end of the body completes, after its last piece of text. */
  end(text = ""): LLMStreamPart[] {
    this.#atEnd = true;
    // Ends the last line, if no line end follows it. One more blank line changes nothing.
    return this.push(`${text}\n`);
  }

  /** The parts of the text that it was given, as far as one turn goes. */
  goOn(): LLMStreamPart[] {
    const parts: LLMStreamPart[] = [];
    if (this.isBehind) {
      this.#take(this.#parser.goOn!(), parts);
      if (this.isBehind) return parts;
    }
    for (const line of this.#waiting) {
      if (this.#ended) return parts;
      const fault = faultOfLine(line);
      const token = this.#isCut || fault !== undefined
        ? undefined
        : this.#parser.readOrdinary?.(line);
      if (token === undefined) {
        this.#take(
          fault === undefined ? this.#parser.parseLine(line) : [{ failure: fault }],
          parts,
        );
        if (this.isBehind) return parts;
      } else if (token !== "") {
        this.#hasToken = true;
        this.#suspicion = undefined;
        parts.push({ token });
      }
    }
    const failure = faultOfLength(this.#lines.heldLength);
    if (failure !== undefined) this.#take([{ failure }], parts);
    if (this.#atEnd) this.#finish(parts);
    return parts;
  }

  #finish(parts: LLMStreamPart[]): void {
    if (!this.#ended) this.#take(this.#parser.end(), parts);
    if (!this.#ended) this.#tellBeside(parts);
    if (!this.#ended && this.#suspicion !== undefined) {
      this.#take([this.#suspicion], parts);
    }
    this.#ended = true;
    parts.push(...this.#characters.end());
  }

  #take(said: readonly AnswerPart[], parts: LLMStreamPart[]): void {
    for (const part of said) {
      if (this.#ended) return;
      const judged = this.#judge(part);
      if (judged === undefined) continue;
      if (judged.done) this.#tellBeside(parts);
      if (judged.token) this.#hasToken = true;
      parts.push(this.#characters.take(judged));
      if (judged.done || judged.failure !== undefined) this.#ended = true;
    }
    this.#isCut = this.#characters.isCut;
  }

  /** What stands beside an answer is told where no token came: it may be the answer. */
  #tellBeside(parts: LLMStreamPart[]): void {
    if (!this.#hasToken && this.#beside !== undefined) parts.push({ skipped: this.#beside });
    this.#beside = undefined;
  }

  /**
   * What is certain of a part. That an answer may have failed waits for what follows: a chunk clears
   * it, the marker and the end of the body confirm it. An answer that has a reason to be complete
   * has not failed.
   */
  #judge(part: AnswerPart): LLMStreamPart | undefined {
    if (part.beside !== undefined) {
      this.#beside = joinSkipped(this.#beside, part.beside);
      return undefined;
    }
    if (part.skipped !== undefined) return part;
    if (part.suspicion !== undefined) {
      if (!this.#isComplete) this.#suspicion ??= part.suspicion;
      return undefined;
    }
    if (part.finishReason !== undefined) this.#isComplete = true;
    if (this.#suspicion !== undefined && part.done && !saysMore(part)) {
      return this.#suspicion;
    }
    this.#suspicion = undefined;
    return part === SILENT_CHUNK ? undefined : part;
  }
}

/** Whether an end marker is a chunk as well. */
function saysMore({ token, reasoning, finishReason, usage }: AnswerPart): boolean {
  return Boolean(token || reasoning || finishReason || usage);
}
