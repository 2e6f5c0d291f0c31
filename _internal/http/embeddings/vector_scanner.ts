// Copyright 2026 the Rivulet authors. MIT license.

/** The member of the answer that is a list of vectors, or the one that is a vector itself. */
export type VectorKey = "embeddings" | "embedding";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Cuts a JSON answer at the borders of its vectors while the bytes arrive, so that the numbers are
 * never held as a whole.
 *
 * The scanner only finds the places to cut. All that stands around the vectors is kept as the
 * outline, with `[]` in the place of each vector. Parsing the outline at the end is what proves
 * that the answer was complete and correct JSON.
 */
export class VectorScanner {
  /** The key as it stands in JSON. */
  readonly #name: Uint8Array;
  readonly #isList: boolean;
  readonly #onVector: (text: string) => void;
  readonly #outline = new ByteBuffer();
  readonly #vector = new ByteBuffer();
  #inVector = false;
  #inString = false;
  #escaped = false;
  /** How many objects and arrays are open. */
  #depth = 0;
  /** Whether the open array at depth 2 is the list of vectors. */
  #inList = false;
  /** Where the latest string begins in the outline. */
  #stringStart = 0;
  /** Whether that string is the key: before the value of a member it is its name. */
  #isKey = false;

  constructor(key: VectorKey, onVector: (text: string) => void) {
    this.#name = new TextEncoder().encode(`"${key}"`);
    this.#isList = key === "embeddings";
    this.#onVector = onVector;
  }

  /** The answer with empty arrays for vectors. */
  get outline(): string {
    return this.#outline.text();
  }

  /** How many bytes wait for the end of the answer. */
  get outlineLength(): number {
    return this.#outline.length;
  }

  /** How many bytes wait for the end of their vector. */
  get vectorLength(): number {
    return this.#vector.length;
  }

  push(bytes: Uint8Array): void {
    let start = 0;
    while (start < bytes.length) {
      start = this.#inVector ? this.#takeVector(bytes, start) : this.#takeOutline(bytes, start);
    }
  }

  /**
   * The first `]` ends the vector, because numbers hold none. A vector with anything else inside
   * may be cut too early; it is refused by the one who parses it.
   */
  #takeVector(bytes: Uint8Array, start: number): number {
    const close = bytes.indexOf(CLOSE_BRACKET, start);
    const end = close < 0 ? bytes.length : close + 1;
    this.#vector.append(bytes.subarray(start, end));
    if (close >= 0) {
      const text = this.#vector.text();
      this.#vector.clear();
      this.#inVector = false;
      this.#onVector(text);
    }
    return end;
  }

  /** Takes what stands before the next vector, and returns where that starts. */
  #takeOutline(bytes: Uint8Array, start: number): number {
    for (let index = start; index < bytes.length; index++) {
      const byte = bytes[index]!;
      if (byte === OPEN_BRACKET && this.#startsVector()) {
        this.#outline.push(OPEN_BRACKET);
        this.#outline.push(CLOSE_BRACKET);
        this.#inVector = true;
        return index;
      }
      this.#outline.push(byte);
      if (this.#inString) this.#followString(byte);
      else this.#followStructure(byte);
    }
    return bytes.length;
  }

  #startsVector(): boolean {
    if (this.#inString) return false;
    return this.#isList ? this.#inList && this.#depth === 2 : this.#isNamed();
  }

  /** Whether a value that starts here is the member that holds the vectors. */
  #isNamed(): boolean {
    return this.#depth === 1 && this.#isKey;
  }

  #followString(byte: number): void {
    if (this.#escaped) {
      this.#escaped = false;
    } else if (byte === BACKSLASH) {
      this.#escaped = true;
    } else if (byte === QUOTE) {
      this.#inString = false;
      this.#isKey = this.#outline.endsWith(this.#name, this.#stringStart);
    }
  }

  #followStructure(byte: number): void {
    if (byte === QUOTE) {
      this.#inString = true;
      this.#stringStart = this.#outline.length - 1;
    } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      if (byte === OPEN_BRACKET && this.#isNamed()) this.#inList = true;
      this.#depth++;
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) {
      this.#depth--;
      if (this.#depth === 1) this.#inList = false;
    }
  }
}

/** Bytes that grow at the end; the memory is kept for the next use when they are cleared. */
class ByteBuffer {
  readonly #decoder = new TextDecoder();
  #bytes = new Uint8Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  clear(): void {
    this.#length = 0;
  }

  /** Whether what stands from `start` to the end is these bytes. */
  endsWith(bytes: Uint8Array, start: number): boolean {
    return this.#length - start === bytes.length &&
      bytes.every((byte, index) => byte === this.#bytes[start + index]);
  }

  text(): string {
    return this.#decoder.decode(this.#bytes.subarray(0, this.#length));
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
