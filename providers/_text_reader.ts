// Copyright 2026 the Rivulet authors. MIT license.

import { streamError } from "./errors.ts";

/** A network chunk of an answer is smaller; a larger buffer only costs memory in each open stream. */
const BUFFER_SIZE = 16 * 1024;

/** Reads a body as text in the pieces in which it arrives. Owns the body's reader and is woken by a signal. */
export class TextReader {
  readonly #readBytes: () => Promise<Uint8Array | undefined>;
  readonly #reader: ReadableStreamBYOBReader | ReadableStreamDefaultReader<Uint8Array>;
  readonly #decoder = new TextDecoder();
  readonly #stop: AbortSignal;
  readonly #cancel = (): void => {
    // The outcome is decided; that a body cannot be cancelled any more changes nothing.
    this.#reader.cancel().catch(() => {});
  };

  constructor(body: ReadableStream<Uint8Array>, stop: AbortSignal) {
    const byob = takeByobReader(body);
    if (byob === undefined) {
      const reader = body.getReader();
      this.#reader = reader;
      this.#readBytes = async () => (await reader.read()).value;
    } else {
      this.#reader = byob;
      this.#readBytes = intoOneBuffer(byob);
    }
    this.#stop = stop;
    stop.addEventListener("abort", this.#cancel);
  }

  /** The next piece, or undefined at the end. Throws the signal's reason as soon as it is aborted. */
  async read(): Promise<string | undefined> {
    let bytes: Uint8Array | undefined;
    try {
      bytes = await this.#readBytes();
    } catch (error) {
      this.#stop.throwIfAborted();
      throw streamError(error instanceof Error ? error.message : String(error), { cause: error });
    }
    this.#stop.throwIfAborted();
    // The decoder is not flushed: half a character at the end says nothing, and must not spoil the line before it.
    return bytes && this.#decoder.decode(bytes, { stream: true });
  }

  /** Cancels what is left of the body and frees it. */
  close(): void {
    this.#stop.removeEventListener("abort", this.#cancel);
    this.#cancel();
    this.#reader.releaseLock();
  }
}

/** A reader that fills our own buffer, where the body is a byte stream. A stubbed Response is none. */
function takeByobReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}

/** Reads every chunk into the same memory, which saves an allocation of up to 64 KiB for each token. */
function intoOneBuffer(reader: ReadableStreamBYOBReader): () => Promise<Uint8Array | undefined> {
  let buffer = new Uint8Array(BUFFER_SIZE);
  return async () => {
    const { done, value } = await reader.read(buffer);
    if (done || value === undefined) return undefined;
    buffer = new Uint8Array(value.buffer);
    return value;
  };
}
