// Copyright 2026 the Rivulet authors. MIT license.

const OPEN = "<think>";
const CLOSE = "</think>";

/** A piece of an answer: either of the answer itself or of the reasoning before it. */
export interface ThinkingPart {
  /** Text of the answer. */
  token?: string;
  /** Text of the reasoning. */
  reasoning?: string;
}

/** Where an answer begins, for {@linkcode ThinkingSplitter}. */
export interface ThinkingSplitterOptions {
  /**
   * Whether the answer begins inside of the block, because the model's template opened it in the
   * prompt: only `</think>` is in the text then.
   *
   * @default {false}
   */
  opened?: boolean | undefined;
}

/**
 * Tells the reasoning of a thinking model from its answer, if a server leaves it in the text: as
 * a `<think>` block at the very beginning, with its tags cut anywhere. The blank lines around the
 * reasoning belong to the block; a tag further down is text, since an answer may be about tags.
 *
 * A provider does this by itself with `splitThinking` in the request, the `webllm` provider always,
 * and a server that sends the reasoning apart needs none: all are heard through `onReasoning`.
 *
 * @example Hide the reasoning
 * ```ts
 * import { ThinkingSplitter } from "@rivulet/llm";
 *
 * const splitter = new ThinkingSplitter();
 * const tokens = ["<thi", "nk>\nThey want a color.", "\n</think>\n\nBl", "ue."];
 * const parts = [...tokens.flatMap((token) => splitter.push(token)), ...splitter.end()];
 * console.log(parts.map(({ token = "" }) => token).join("")); // Blue.
 * ```
 */
export class ThinkingSplitter {
  #state: "start" | "reasoning" | "gap" | "answer";
  // Blanks that count if anything follows them. They only grow by `+=` and are never searched, so
  // that many in small pieces cost linear time.
  #blanks = "";
  // What may be the beginning of a tag, always shorter than one.
  #tag = "";
  #hasReasoned = false;

  /**
   * Makes a splitter for one answer.
   *
   * @param options Where the answer begins.
   */
  constructor(options: ThinkingSplitterOptions = {}) {
    this.#state = options.opened ? "reasoning" : "start";
  }

  /**
   * Takes the next piece of text.
   *
   * @param text A token, or a piece of any size.
   * @returns What it says, in order; nothing if it may be a part of a tag.
   */
  push(text: string): ThinkingPart[] {
    const parts: ThinkingPart[] = [];
    let rest = text;
    if (this.#state === "start") rest = this.#open(rest);
    if (this.#state === "reasoning") rest = this.#reason(rest, parts);
    if (this.#state === "gap") rest = this.#skipGap(rest);
    if (this.#state === "answer") parts.push({ token: rest });
    return parts;
  }

  /**
   * Ends the answer.
   *
   * @returns What was held back; a block without an end is reasoning.
   */
  end(): ThinkingPart[] {
    const tag = this.#tag;
    const rest = this.#takeBlanks() + tag;
    this.#tag = "";
    if (this.#state === "start" && rest !== "") return [{ token: rest }];
    return this.#state === "reasoning" && tag !== "" ? [{ reasoning: rest }] : [];
  }

  /** What stands behind the opening tag, or all of it where none comes. */
  #open(text: string): string {
    const begun = this.#tag === "" ? text.trimStart() : this.#tag + text;
    if (this.#tag === "") this.#blanks += text.slice(0, text.length - begun.length);
    this.#tag = "";
    if (begun.startsWith(OPEN)) {
      this.#state = "reasoning";
      this.#blanks = "";
      return begun.slice(OPEN.length);
    }
    if (OPEN.startsWith(begun)) {
      this.#tag = begun;
      return "";
    }
    this.#state = "answer";
    return this.#takeBlanks() + begun;
  }

  /** What stands behind the closing tag; nothing where none comes. */
  #reason(text: string, parts: ThinkingPart[]): string {
    const held = this.#tag + text;
    const end = held.indexOf(CLOSE);
    const safe = held.slice(0, end === -1 ? held.length - partialTagLength(held) : end);
    this.#tag = end === -1 ? held.slice(safe.length) : "";
    const said = safe.trimEnd();
    if (said !== "") {
      parts.push({ reasoning: this.#takeBlanks() + (this.#hasReasoned ? said : said.trimStart()) });
      this.#hasReasoned = true;
    }
    this.#blanks += safe.slice(said.length);
    if (end === -1) return "";
    this.#state = "gap";
    this.#blanks = "";
    return held.slice(end + CLOSE.length);
  }

  #skipGap(text: string): string {
    const rest = text.trimStart();
    if (rest !== "") this.#state = "answer";
    return rest;
  }

  /** The blanks that turn out to count: before the reasoning, none do. */
  #takeBlanks(): string {
    const blanks = this.#state === "reasoning" && !this.#hasReasoned ? "" : this.#blanks;
    this.#blanks = "";
    return blanks;
  }
}

/** How many of the last characters may be the beginning of the closing tag. */
function partialTagLength(text: string): number {
  for (let length = Math.min(CLOSE.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(CLOSE.slice(0, length))) return length;
  }
  return 0;
}
