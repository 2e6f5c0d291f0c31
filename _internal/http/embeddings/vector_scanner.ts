// Copyright 2026 the Rivulet authors. MIT license.

import { ByteBuffer } from "./byte_buffer.ts";

/** Where an answer holds its vectors. */
export interface VectorPlace {
  /** The member of the answer that is a list, or that is a vector itself. */
  readonly key: string;
  readonly isList: boolean;
  /** The member of each entry of the list that is the vector; without it the entries are. */
  readonly entryKey?: string;
}

/** What cuts an answer, and what waits in it. */
export interface VectorScanner {
  push(bytes: Uint8Array): void;
  /** The answer with empty arrays for vectors. */
  readonly outline: { text(): string; readonly length: number };
  /** The bytes that wait for the end of their vector. */
  readonly vector: { readonly length: number };
  /** How many objects, arrays, texts and commas stand around the vectors so far. */
  partCount(): number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
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
export function vectorScanner(
  { key, isList, entryKey }: VectorPlace,
  onVector: (text: string) => void,
): VectorScanner {
  const nameInJson = (key = "") => new TextEncoder().encode(`"${key}"`);
  /** The keys by the depth at which they count. */
  const names: Readonly<Record<number, Uint8Array>> = {
    1: nameInJson(key),
    3: nameInJson(entryKey),
  };
  const vectorDepth = entryKey !== undefined ? 3 : isList ? 2 : 1;
  const outline = new ByteBuffer();
  const vector = new ByteBuffer();
  let inVector = false;
  let inString = false;
  let escaped = false;
  /** How many objects and arrays are open. */
  let depth = 0;
  /** Whether the open array at depth 2 is the list. */
  let inList = false;
  /** Where the latest string begins in the outline. */
  let stringStart = 0;
  /** Whether that string is the key of its depth: before the value of a member it is its name. */
  let isKey = false;
  let partCount = 0;

  function push(bytes: Uint8Array): void {
    let start = 0;
    while (start < bytes.length) start = (inVector ? takeVector : takeOutline)(bytes, start);
  }

  /**
   * The first `]` ends the vector, because numbers hold none. A vector with anything else inside
   * may be cut too early; it is refused by the one who parses it.
   */
  function takeVector(bytes: Uint8Array, start: number): number {
    const close = bytes.indexOf(CLOSE_BRACKET, start);
    const end = close < 0 ? bytes.length : close + 1;
    vector.append(bytes.subarray(start, end));
    if (close >= 0) {
      const text = vector.text();
      vector.clear();
      inVector = false;
      onVector(text);
    }
    return end;
  }

  /** Takes what stands before the next vector, and returns where that starts. */
  function takeOutline(bytes: Uint8Array, start: number): number {
    for (let index = start; index < bytes.length; index++) {
      const byte = bytes[index]!;
      if (byte === OPEN_BRACKET && startsVector()) {
        outline.push(OPEN_BRACKET);
        outline.push(CLOSE_BRACKET);
        inVector = true;
        return index;
      }
      outline.push(byte);
      if (inString) followString(byte);
      else followStructure(byte);
    }
    return bytes.length;
  }

  function startsVector(): boolean {
    return !inString && depth === vectorDepth && (depth === 1 || inList) && (depth === 2 || isKey);
  }

  function followString(byte: number): void {
    if (escaped) {
      escaped = false;
    } else if (byte === BACKSLASH) {
      escaped = true;
    } else if (byte === QUOTE) {
      inString = false;
      const name = names[depth];
      isKey = name !== undefined && outline.endsWith(name, stringStart);
    }
  }

  function followStructure(byte: number): void {
    if (byte === QUOTE) {
      inString = true;
      stringStart = outline.length - 1;
    } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      if (byte === OPEN_BRACKET && depth === 1 && isKey) inList = true;
      depth++;
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) {
      depth--;
      if (depth === 1) inList = false;
      return;
    } else if (byte !== COMMA) {
      return;
    }
    partCount++;
  }

  return { push, outline, vector, partCount: () => partCount };
}
