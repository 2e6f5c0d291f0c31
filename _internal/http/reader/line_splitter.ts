// Copyright 2026 the Rivulet authors. MIT license.

/** Splits text that comes in pieces into lines that end with LF, CRLF or a bare CR. */
export class LineSplitter {
  // The incomplete last line. It only grows by `+=` and is never searched: engines keep such a
  // string as a rope, so a long line in many small pieces costs linear time.
  #held = "";
  #endsWithReturn = false;

  /** How much of an incomplete line waits for its end, in UTF-16 code units. */
  get heldLength(): number {
    return this.#held.length;
  }

  /** The lines that the next piece of text completes. */
  push(text: string): string[] {
    const lines: string[] = [];
    const ends = this.#toLineFeeds(text);
    let start = 0;
    for (let end = ends.indexOf("\n"); end !== -1; end = ends.indexOf("\n", start)) {
      lines.push(this.#held + ends.slice(start, end));
      this.#held = "";
      start = end + 1;
    }
    this.#held += ends.slice(start);
    return lines;
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
}
