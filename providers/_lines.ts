// Copyright 2026 the Rivulet authors. MIT license.

/** The longest line in UTF-16 code units, a guard against a server that never ends one. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024;

/** Splits text that comes in pieces into lines that end with LF, CRLF or a bare CR. */
export class LineSplitter {
  // The incomplete last line. It only grows by `+=` and is never searched: engines keep such a
  // string as a rope, so a long line in many small pieces costs linear time.
  #held = "";
  #skipLineFeed = false;
  #tooLong = false;

  /** Whether a line is longer than 16 MiB. The line and what follows it are dropped. */
  get tooLong(): boolean {
    return this.#tooLong;
  }

  /** The lines that the next piece of text completes. */
  push(text: string): string[] {
    const lines: string[] = [];
    // A CR at the end of a piece has ended its line already, so that no line waits for a piece that
    // may never come.
    let start = this.#skipLineFeed && text.startsWith("\n") ? 1 : 0;
    if (text !== "") this.#skipLineFeed = false;
    let lineFeed = text.indexOf("\n", start);
    let carriageReturn = text.indexOf("\r", start);
    while (lineFeed !== -1 || carriageReturn !== -1) {
      const isLineFeed = carriageReturn === -1 || (lineFeed !== -1 && lineFeed < carriageReturn);
      const end = isLineFeed ? lineFeed : carriageReturn;
      if (!this.#hold(text.slice(start, end))) return lines;
      lines.push(this.#held);
      this.#held = "";
      start = end + 1;
      if (isLineFeed) {
        lineFeed = text.indexOf("\n", start);
      } else {
        if (start === text.length) this.#skipLineFeed = true;
        if (lineFeed === start) lineFeed = text.indexOf("\n", ++start);
        carriageReturn = text.indexOf("\r", start);
      }
    }
    this.#hold(text.slice(start));
    return lines;
  }

  /** The last line, where no line end follows it. */
  end(): string[] {
    const last = this.#held;
    this.#held = "";
    return last === "" ? [] : [last];
  }

  #hold(text: string): boolean {
    this.#tooLong ||= this.#held.length + text.length > MAX_LINE_LENGTH;
    this.#held = this.#tooLong ? "" : this.#held + text;
    return !this.#tooLong;
  }
}
