// Copyright 2026 the Rivulet authors. MIT license.

import { eventLoopTurn } from "../core/event_loop_turn.ts";
import type { HttpCall } from "./http_call.ts";

/** How a body is read, and the errors of what may go wrong. */
export interface ReadOptions {
  /** The error of a connection that breaks. */
  readonly broken: (cause: unknown) => Error;
}

/**
 * Hands the body of a call to `take`, chunk by chunk. The bytes are valid until `take` is done with
 * them: their memory is used again.
 */
export async function readChunks(
  { body, response }: HttpCall,
  take: (bytes: Uint8Array) => void,
  { broken }: ReadOptions,
): Promise<void> {
  if (body === undefined) {
    // React Native has the text of an answer, and no stream of it.
    const text = response.body === undefined ? await response.text?.() : "";
    return await takeInTurns(new TextEncoder().encode(text), take);
  }
  while (true) {
    const result = await body.read().catch((cause: unknown) => {
      throw broken(cause);
    });
    const bytes = body.take(result);
    if (bytes === undefined) return;
    take(bytes);
  }
}

/** How much of a text is taken before others have their turn. */
const MAX_TAKEN = 256 * 1024;

async function takeInTurns(text: Uint8Array, take: (bytes: Uint8Array) => void): Promise<void> {
  for (let start = 0; start < text.length; start += MAX_TAKEN) {
    if (start > 0) await eventLoopTurn();
    take(text.subarray(start, start + MAX_TAKEN));
  }
}

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

/** Why a text that should be JSON is none. */
export function whyNotJson(text: string): string {
  const start = text.trimStart();
  if (start === "") return "the answer is empty";
  if (start.startsWith("<")) return "the answer is a web page, not JSON";
  return NOT_JSON;
}

/** The reason for JSON that is broken or breaks off. */
export const NOT_JSON = "the answer is not complete JSON";
