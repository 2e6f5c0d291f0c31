// Copyright 2026 the Rivulet authors. MIT license.

import { streamError } from "./errors.ts";

/**
 * A network chunk of an answer is smaller; a larger buffer only costs memory in each open stream.
 */
const BUFFER_SIZE = 16 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;
type ReadBytes = (buffer: ArrayBuffer) => Promise<ReadableStreamReadResult<Bytes>>;

/**
 * Reads a body as text in the pieces in which it arrives. Owns the body's reader and is woken by a
 * signal.
 */
export class TextReader {
  readonly #reader: ReadableStreamBYOBReader | ReadableStreamDefaultReader<Bytes>;
  readonly #readBytes: ReadBytes;
  readonly #decoder = new TextDecoder();
  readonly #stop: AbortSignal;
  readonly #cancel = (): void => {
    // The outcome is decided; that a body cannot be cancelled any more changes nothing.
    this.#reader.cancel().catch(() => {});
  };
  #buffer = new ArrayBuffer(0);

  constructor(body: ReadableStream<Bytes>, stop: AbortSignal) {
    const byob = takeByobReader(body);
    if (byob === undefined) {
      const reader = body.getReader();
      this.#reader = reader;
      this.#readBytes = () => reader.read();
    } else {
      this.#reader = byob;
      this.#readBytes = (buffer) => byob.read(new Uint8Array(buffer));
      this.#buffer = new ArrayBuffer(BUFFER_SIZE);
    }
    this.#stop = stop;
    stop.addEventListener("abort", this.#cancel);
  }

  /**
   * The next piece, or undefined at the end. Throws the signal's reason as soon as it is aborted.
   */
  async read(): Promise<string | undefined> {
    let result: ReadableStreamReadResult<Bytes>;
    try {
      result = await this.#readBytes(this.#buffer);
    } catch (error) {
      this.#stop.throwIfAborted();
      throw streamError(error instanceof Error ? error.message : String(error), { cause: error });
    }
    this.#stop.throwIfAborted();
    const { done, value } = result;
    if (done || value === undefined) return undefined;
    // A read takes the memory away and hands it back with the bytes. One memory for all chunks
    // saves an allocation of up to 64 KiB for each token.
    this.#buffer = value.buffer;
    // The decoder is not flushed: half a character at the end says nothing, and must not spoil the
    // line before it.
    return this.#decoder.decode(value, { stream: true });
  }

  /** Cancels what is left of the body and frees it. */
  close(): void {
    this.#stop.removeEventListener("abort", this.#cancel);
    this.#cancel();
    this.#reader.releaseLock();
  }
}

/**
 * A reader that fills our own buffer, where the body is a byte stream. A stubbed Response is none.
 */
function takeByobReader(body: ReadableStream<Bytes>): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}
