// Copyright 2026 the Rivulet authors. MIT license.

import { readChunks, type ReadOptions } from "./body_chunks.ts";
import type { HttpCall } from "./http_call.ts";

/** Thousands of models have some 2 MB. */
const MAX_BYTES = 8 * 1024 * 1024;

/** How many objects, arrays and values a list may hold: parsing them takes the time. */
const MAX_PARTS = 256 * 1024;

const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

/** Reads the text of a list of models; one that holds too much is the error that `tooLong` makes. */
export async function readListText(
  call: HttpCall,
  { tooLong, onBytes, broken }: ReadOptions & {
    readonly tooLong: (words: string) => Error;
    readonly onBytes?: () => void;
  },
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let byteCount = 0;
  let partCount = 0;
  const take = (bytes: Uint8Array): void => {
    onBytes?.();
    byteCount += bytes.length;
    for (const byte of bytes) {
      if (byte === COMMA || byte === OPEN_BRACE || byte === OPEN_BRACKET) partCount++;
    }
    if (byteCount > MAX_BYTES) throw tooLong(`the answer is longer than ${MAX_BYTES} bytes`);
    if (partCount > MAX_PARTS) throw tooLong(`the answer holds more than ${MAX_PARTS} values`);
    text += decoder.decode(bytes, { stream: true });
  };
  await readChunks(call, take, { broken });
  return text + decoder.decode();
}
