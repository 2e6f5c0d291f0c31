// Copyright 2026 the Rivulet authors. MIT license.

/** The longest line in UTF-16 code units, a guard against a server that never ends one. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024;

/** Splits text that comes in pieces into lines that end with LF, CRLF or a bare CR. */
export class LineSplitter {
  // The incomplete last line. It only grows by `+=` and is never searched: engines keep such a
  // string as a rope, so a long line in many small pieces costs linear time.
  #held = "";
  #endsWithReturn = false;
  #tooLong = false;

  /** Whether a line is longer than 16 MiB. The line and what follows it are dropped. */
  get tooLong(): boolean {
    return this.#tooLong;
  }

  /** The lines that the next piece of text completes. */
  push(text: string): string[] {
    const lines: string[] = [];
    const ends = this.#toLineFeeds(text);
    let start = 0;
    for (let end = ends.indexOf("\n"); end !== -1; end = ends.indexOf("\n", start)) {
      if (!this.#hold(ends.slice(start, end))) return lines;
      lines.push(this.#held);
      this.#held = "";
      start = end + 1;
    }
    this.#hold(ends.slice(start));
    return lines;
  }

  /** The last line, where no line end follows it. */
  end(): string[] {
    const last = this.#held;
    this.#held = "";
    return last === "" ? [] : [last];
  }

  /**
   * The text with an LF in place of each other line end. A CR at the end of a piece has ended its
   * line already, so that no line waits for a piece that may never come.
   */
  #toLineFeeds(text: string): string {
    const piece = this.#endsWithReturn && text.startsWith("\n") ? text.slice(1) : text;
    if (text !== "") this.#endsWithReturn = text.endsWith("\r");
    return piece.includes("\r") ? piece.replace(/\r\n?/g, "\n") : piece;
  }

  #hold(text: string): boolean {
    this.#tooLong ||= this.#held.length + text.length > MAX_LINE_LENGTH;
    this.#held = this.#tooLong ? "" : this.#held + text;
    return !this.#tooLong;
  }
}
