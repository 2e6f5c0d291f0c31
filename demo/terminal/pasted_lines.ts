// Copyright 2026 the Rivulet authors. MIT license.

import { Transform, type TransformCallback } from "node:stream";
import { StringDecoder } from "node:string_decoder";

const START = "\x1b[200~";
const END = "\x1b[201~";

/** Stands for a line end while a line is edited. */
const LINE_END = "↵";

/** The keys of a terminal, in which the line ends of what is pasted end no line. */
export class PastedLines extends Transform {
  /** What an editor of lines calls where it gets the keys. */
  readonly setRawMode: (mode: boolean) => void;
  readonly isTTY = true;
  readonly #decoder = new StringDecoder("utf8");
  #isPasted = false;
  /** The start of a mark whose rest has not come. */
  #held = "";

  constructor(setRawMode: (mode: boolean) => void) {
    super();
    this.setRawMode = setRawMode;
  }

  override _transform(chunk: Uint8Array, _encoding: string, done: TransformCallback): void {
    done(null, this.edit(this.#decoder.write(chunk as never)));
  }

  /** What an editor gets for these keys. */
  edit(keys: string): string {
    let rest = this.#held + keys;
    this.#held = "";
    let taken = "";
    while (rest !== "") {
      const mark = this.#isPasted ? END : START;
      const at = rest.indexOf(mark);
      // The key Esc alone is no start of a mark.
      if (at === -1) this.#held = startOf(mark, rest, this.#isPasted ? 1 : 2);
      const text = rest.slice(0, at === -1 ? rest.length - this.#held.length : at);
      taken += this.#isPasted ? text.replace(/\r\n?|\n/g, LINE_END) : text;
      if (at === -1) break;
      rest = rest.slice(at + mark.length);
      this.#isPasted = !this.#isPasted;
    }
    return taken;
  }
}

/** A line as it was pasted. */
export function withLineEnds(line: string): string {
  return line.replaceAll(LINE_END, "\n");
}

/** The end of a text that may become a mark, of at least so many characters. */
function startOf(mark: string, text: string, least: number): string {
  for (let length = mark.length - 1; length >= least; length--) {
    if (text.endsWith(mark.slice(0, length))) return mark.slice(0, length);
  }
  return "";
}
