// Copyright 2026 the Rivulet authors. MIT license.

import type { EmbeddingError, EmbeddingErrorOptions } from "./errors.ts";

/** An answer of the server whose body still has to be read. */
export interface Answer {
  readonly response: Response;
  /** Aborted, with the error to throw as its reason, when the caller leaves or the time is up. */
  readonly signal: AbortSignal;
  /**
   * Makes the error `Local server … failed: <reason>`, of code `"format"` unless told otherwise.
   */
  fail(reason: string, options?: Partial<EmbeddingErrorOptions>): EmbeddingError;
}

/** Reads on; the bytes are valid until the next call only. */
type ReadChunk = () => Promise<{ done: boolean; value?: Uint8Array | undefined }>;

/** The reason for JSON that is broken or breaks off. */
export const NOT_JSON = "the answer is not complete JSON";

const CHUNK_BYTES = 64 * 1024;

/**
 * Hands the body to `take`, chunk by chunk. The bytes are valid during the call only: their memory
 * is used again. The body is cancelled when `take` throws and when the signal is aborted.
 */
export async function readChunks(
  answer: Answer,
  take: (bytes: Uint8Array) => void,
): Promise<void> {
  const { signal, response: { body } } = answer;
  if (body === null) return;
  const { reader, readChunk } = openReader(body);
  // An errored body has told its error in a read; there is nothing left to learn from cancelling.
  const cancel = () => void reader.cancel().catch(() => {});
  // Wakes a waiting read, also where a fetch ignores its signal or answers after the abort.
  if (signal.aborted) cancel();
  else signal.addEventListener("abort", cancel);
  try {
    while (true) {
      const { done, value } = await readChunk().catch((error: unknown) => {
        throw answer.fail(messageOf(error), { code: "network", cause: error });
      });
      if (signal.aborted) throw signal.reason;
      if (done || value === undefined) return;
      take(value);
    }
  } finally {
    signal.removeEventListener("abort", cancel);
    cancel();
    reader.releaseLock();
  }
}

/** Reads the body as text, and gives up where it is longer than `maxBytes`. */
export async function readText(answer: Answer, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let byteCount = 0;
  await readChunks(answer, (bytes) => {
    byteCount += bytes.length;
    if (byteCount > maxBytes) throw answer.fail(`the answer is longer than ${maxBytes} bytes`);
    text += decoder.decode(bytes, { stream: true });
  });
  return text + decoder.decode();
}

/** Parses the text of an answer that must be JSON. */
export function parseJson(answer: Answer, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw answer.fail(whyNotJson(text), { cause: error });
  }
}

/** Reads a member of a JSON value that may be no object at all. */
export function member(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

/** The first of the members that holds a text, and not an empty one. */
export function firstText(value: unknown, keys: string[]): string | undefined {
  for (const key of keys) {
    const text = member(value, key);
    if (typeof text === "string" && text.trim() !== "") return text;
  }
  return undefined;
}

/** The server's own words in a JSON answer. */
export function serverReason(value: unknown): string | undefined {
  return firstText(value, ["error", "message"]);
}

/** The message of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Prefers a BYOB reader, which fills one buffer again and again. A body that is no byte stream
 * (that of a Response made by hand) has no such reader.
 */
function openReader(body: ReadableStream<Uint8Array>): {
  reader: ReadableStreamBYOBReader | ReadableStreamDefaultReader<Uint8Array>;
  readChunk: ReadChunk;
} {
  let reader: ReadableStreamBYOBReader;
  try {
    reader = body.getReader({ mode: "byob" });
  } catch {
    const reader = body.getReader();
    return { reader, readChunk: () => reader.read() };
  }
  let buffer = new ArrayBuffer(CHUNK_BYTES);
  return {
    reader,
    async readChunk() {
      const result = await reader.read(new Uint8Array(buffer));
      // The buffer comes back detached from its old name, as the buffer of the bytes.
      if (result.value !== undefined) buffer = result.value.buffer;
      return result;
    },
  };
}

function whyNotJson(text: string): string {
  const start = text.trimStart();
  if (start === "") return "the answer is empty";
  if (start.startsWith("<")) return "the answer is a web page, not JSON";
  return NOT_JSON;
}
