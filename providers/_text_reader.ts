// Copyright 2026 the Rivulet authors. MIT license.

import { LineDecoder } from "./_line_decoder.ts";

/**
 * A network chunk of an answer is smaller; a larger buffer only costs memory in each open stream.
 */
const BUFFER_SIZE = 16 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;
type ReadBytes = (buffer: ArrayBuffer) => Promise<ReadableStreamReadResult<Bytes>>;

/** Reads a body as text while it arrives. Owns the body's reader and is woken by a signal. */
export class TextReader {
  readonly #reader: ReadableStreamBYOBReader | ReadableStreamDefaultReader<Bytes>;
  readonly #readBytes: ReadBytes;
  readonly #decoder = new LineDecoder();
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
   * Asks for the next bytes, which `take` turns into text. In two steps, because one promise more a
   * chunk would cost as much as the text. Ends when the signal is aborted.
   */
  read(): Promise<ReadableStreamReadResult<Bytes>> {
    return this.#readBytes(this.#buffer);
  }

  /** The text that the bytes complete. */
  take(bytes: Bytes): string {
    // A read takes the memory away and hands it back with the bytes. One memory for all chunks
    // saves an allocation of up to 64 KiB for each token.
    this.#buffer = bytes.buffer;
    return this.#decoder.push(bytes);
  }

  /** The text that still waits for the end of its line. */
  end(): string {
    return this.#decoder.end();
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
