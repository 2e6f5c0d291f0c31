// Copyright 2026 the Rivulet authors. MIT license.

const OPEN = "<think>";
const CLOSE = "</think>";

/** Where the pieces of an answer go. */
export interface ThinkSink {
  text(text: string): void;
  thinking(text: string): void;
}

/**
 * Tells the thinking at the start of an answer from the answer itself, where a server leaves the
 * tags in the text. The tags may be cut anywhere. A tag later in the answer is text: an answer may
 * be about tags.
 */
export class ThinkSplitter {
  readonly #sink: ThinkSink;
  #state: "start" | "thinking" | "text" = "start";
  #held = "";
  #hasThought = false;

  constructor(sink: ThinkSink) {
    this.#sink = sink;
  }

  write(token: string): void {
    if (this.#state === "text") return this.#text(token);
    this.#held += token;
    if (this.#state === "start") this.#start();
    if (this.#state === "thinking") this.#thinking();
  }

  /** The answer is over: what was held back is handed on. */
  end(): void {
    const rest = this.#held;
    this.#held = "";
    if (this.#state === "thinking") this.#think(rest);
    else this.#text(rest);
  }

  #start(): void {
    const begin = this.#held.trimStart();
    if (begin.startsWith(OPEN)) {
      this.#state = "thinking";
      this.#held = begin.slice(OPEN.length);
    } else if (!OPEN.startsWith(begin)) {
      this.#state = "text";
      this.#text(this.#held);
      this.#held = "";
    }
  }

  #thinking(): void {
    const end = this.#held.indexOf(CLOSE);
    if (end !== -1) {
      const after = this.#held.slice(end + CLOSE.length).trimStart();
      this.#think(this.#held.slice(0, end));
      // White space after the tag is no text: the answer starts with its first word.
      this.#state = after === "" ? "start" : "text";
      this.#held = "";
      this.#text(after);
      return;
    }
    const keep = lengthOfCutTag(this.#held);
    this.#think(this.#held.slice(0, this.#held.length - keep));
    this.#held = this.#held.slice(this.#held.length - keep);
  }

  /** White space alone is no thought. */
  #think(text: string): void {
    const thought = this.#hasThought ? text : text.trimStart();
    if (thought === "") return;
    this.#hasThought = true;
    this.#sink.thinking(thought);
  }

  #text(text: string): void {
    if (text !== "") this.#sink.text(text);
  }
}

/** How many characters at the end may be the start of the closing tag. */
function lengthOfCutTag(text: string): number {
  for (let length = Math.min(CLOSE.length - 1, text.length); length > 0; length--) {
    if (CLOSE.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
