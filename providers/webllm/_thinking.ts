// Copyright 2026 the Rivulet authors. MIT license.

import type { StreamPart } from "../_stream_parser.ts";

const OPEN = "<think>";
const CLOSE = "</think>";

/**
 * Tells the reasoning of a thinking model from its answer: the text in a `<think>` block at the
 * very beginning. The blank lines around the reasoning belong to the block.
 */
export class ThinkingSplitter {
  #state: "start" | "reasoning" | "gap" | "answer" = "start";
  // Text that may be a part of a tag, or a blank that may be the last one before a tag.
  #held = "";
  #hasReasoned = false;

  /** What the next piece of text says. */
  push(text: string): StreamPart[] {
    if (this.#state === "answer") return [{ token: text }];
    this.#held += text;
    return [...this.#open(), ...this.#reason(), ...this.#answer()];
  }

  /** What was held back, once nothing follows. */
  end(): StreamPart[] {
    const rest = this.#held;
    this.#held = "";
    if (this.#state === "start" && rest !== "") return [{ token: rest }];
    const reasoning = this.#state === "reasoning" ? rest.trimEnd() : "";
    return reasoning === "" ? [] : [{ reasoning }];
  }

  #open(): StreamPart[] {
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

  #reason(): StreamPart[] {
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

  #answer(): StreamPart[] {
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
