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
  // Text that may be a part of a tag, or a blank that may be the last one before a tag.
  #held = "";
  #hasReasoned = false;

  /**
   * Makes a splitter for one answer.
   *
   * @param options Where the answer begins.
   */
  constructor({ opened = false }: ThinkingSplitterOptions = {}) {
    this.#state = opened ? "reasoning" : "start";
  }

  /**
   * Takes the next piece of text.
   *
   * @param text A token, or a piece of any size.
   * @returns What it says, in order; nothing if it may be a part of a tag.
   */
  push(text: string): ThinkingPart[] {
    if (this.#state === "answer") return [{ token: text }];
    this.#held += text;
    return [...this.#open(), ...this.#reason(), ...this.#answer()];
  }

  /**
   * Ends the answer.
   *
   * @returns What was held back; a block without an end is reasoning.
   */
  end(): ThinkingPart[] {
    const rest = this.#held;
    this.#held = "";
    if (this.#state === "start" && rest !== "") return [{ token: rest }];
    const reasoning = this.#state === "reasoning" ? rest.trimEnd() : "";
    return reasoning === "" ? [] : [{ reasoning }];
  }

  #open(): ThinkingPart[] {
    if (this.#state !== "start") return [];
    const begun = this.#held.trimStart();
    if (begun.startsWith(OPEN)) {
      this.#state = "reasoning";
      this.#held = begun.slice(OPEN.length);
    } else if (!OPEN.startsWith(begun)) {
      this.#state = "answer";
    }
    return [];
  }

  #reason(): ThinkingPart[] {
    if (this.#state !== "reasoning") return [];
    if (!this.#hasReasoned) this.#held = this.#held.trimStart();
    const end = this.#held.indexOf(CLOSE);
    const safe = end === -1 ? this.#held.length - partialTagLength(this.#held) : end;
    const reasoning = this.#held.slice(0, safe).trimEnd();
    if (end !== -1) {
      this.#state = "gap";
      this.#held = this.#held.slice(end + CLOSE.length);
    } else {
      this.#held = this.#held.slice(reasoning.length);
    }
    if (reasoning === "") return [];
    this.#hasReasoned = true;
    return [{ reasoning }];
  }

  #answer(): ThinkingPart[] {
    if (this.#state === "gap") {
      this.#held = this.#held.trimStart();
      if (this.#held !== "") this.#state = "answer";
    }
    if (this.#state !== "answer") return [];
    const token = this.#held;
    this.#held = "";
    return [{ token }];
  }
}

/** How many of the last characters may be the beginning of the closing tag. */
function partialTagLength(text: string): number {
  for (let length = Math.min(CLOSE.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(CLOSE.slice(0, length))) return length;
  }
  return 0;
}
