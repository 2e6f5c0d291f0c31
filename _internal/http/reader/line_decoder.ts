// Copyright 2026 the Rivulet authors. MIT license.

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Longer than the events of chat servers. What is longer is decoded as it comes. */
const MAX_HELD_BYTES = 4096;

/** For bytes that may end in the middle of a character. At the end of a line none does. */
const CUT: TextDecodeOptions = { stream: true };

/**
 * Bytes in chunks of any size to text. The beginning of a line waits for its end if it is short:
 * to decode a line at once costs a fraction of decoding it in pieces of a few bytes.
 */
export class LineDecoder {
  // A byte order mark within a line is a character of it.
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  // Made when a chunk cuts a line, which few servers do.
  #held: Uint8Array<ArrayBuffer> | undefined;
  #heldLength = 0;

  /** The text that can be told now, `""` where all of it waits. */
  push(chunk: Uint8Array<ArrayBuffer>): string {
    const length = this.#heldLength + chunk.length;
    // A stubbed body may hold other things than bytes; the decoder judges them.
    const fits = chunk instanceof Uint8Array && length <= MAX_HELD_BYTES;
    if (!fits) return this.end() + this.#decoder.decode(chunk, CUT);
    const rest = lengthAfterLastLine(chunk);
    if (this.#heldLength + rest === 0) return this.#decoder.decode(chunk);
    this.#held ??= new Uint8Array(MAX_HELD_BYTES);
    this.#held.set(chunk, this.#heldLength);
    this.#heldLength = length;
    return rest === chunk.length ? "" : this.#release(length - rest);
  }

  /**
   * The text that waits for the end of its line. A half character at its end is dropped: it says
   * nothing, and must not spoil what stands before it.
   */
  end(): string {
    return this.#release(this.#heldLength, CUT);
  }

  #release(length: number, options?: TextDecodeOptions): string {
    if (this.#held === undefined) return "";
    const text = this.#decoder.decode(this.#held.subarray(0, length), options);
    this.#held.copyWithin(0, length, this.#heldLength);
    this.#heldLength -= length;
    return text;
  }
}

function lengthAfterLastLine(chunk: Uint8Array): number {
  let start = chunk.length;
  while (start > 0 && chunk[start - 1] !== LINE_FEED && chunk[start - 1] !== CARRIAGE_RETURN) {
    start--;
  }
  return chunk.length - start;
}
