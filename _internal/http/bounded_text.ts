// Copyright 2026 the Rivulet authors. MIT license.

import type { HttpCall } from "./http_call.ts";

/** How a body is read, and the errors of what may go wrong. */
export interface ReadOptions {
  /** The error of a connection that breaks. */
  readonly broken: (cause: unknown) => Error;
}

/**
 * Hands the body of a call to `take`, chunk by chunk. The bytes are valid until `take` is done with
 * them, in a promise if it gives one: their memory is used again.
 */
export async function readChunks(
  { body, response }: HttpCall,
  take: (bytes: Uint8Array) => void | Promise<void>,
  { broken }: ReadOptions,
): Promise<void> {
  if (body === undefined) {
    // React Native has the text of an answer, and no stream of it.
    const text = response.body === undefined ? await response.text?.() : "";
    return take(new TextEncoder().encode(text));
  }
  while (true) {
    const result = await body.read().catch((cause: unknown) => {
      throw broken(cause);
    });
    const bytes = body.take(result);
    if (bytes === undefined) return;
    const taking = take(bytes);
    if (taking !== undefined) await taking;
  }
}

/** Reads a body as text; one that is longer than `maxBytes` is the error that `tooLong` makes. */
export async function readBoundedText(
  call: HttpCall,
  { maxBytes, tooLong, onBytes, broken }: ReadOptions & {
    readonly maxBytes: number;
    readonly tooLong: (words: string) => Error;
    readonly onBytes?: () => void;
  },
): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let byteCount = 0;
  const take = (bytes: Uint8Array): void => {
    onBytes?.();
    byteCount += bytes.length;
    if (byteCount > maxBytes) throw tooLong(`the answer is longer than ${maxBytes} bytes`);
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
