// Copyright 2026 the Rivulet authors. MIT license.

import type { StreamParser, StreamPart } from "./_stream_parser.ts";
import type { TextReader } from "./_text_reader.ts";
import { streamError } from "./errors.ts";

/**
 * Iterates over an answer, the parts of one chunk together: a promise for each token would cost
 * more than the token.
 */
export async function* chunkParts(
  open: () => Promise<TextReader>,
  parser: StreamParser,
): AsyncGenerator<StreamPart[], undefined> {
  const reader = await open();
  try {
    while (!parser.ended) {
      const { done, value } = await reader.read();
      const parts = done ? parser.end(reader.end()) : parser.push(reader.take(value));
      if (parts.length > 0) yield parts;
    }
  } catch (cause) {
    throw streamError(cause instanceof Error ? cause.message : String(cause), { cause });
  } finally {
    reader.close();
  }
}
