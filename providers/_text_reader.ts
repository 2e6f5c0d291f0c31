// Copyright 2026 the Rivulet authors. MIT license.

import { LineDecoder } from "./_lines.ts";

/**
 * Network chunks of an answer are smaller as a rule. A larger buffer costs memory in each open
 * stream, and from 16 KiB on its allocation takes as long as the reading of several tokens.
 */
const BUFFER_SIZE = 8 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;
type ReadResult = ReadableStreamReadResult<Bytes>;

/** What the two kinds of readers have in common; a default reader ignores the memory. */
interface ByteReader {
  read(memory: Bytes): Promise<ReadResult>;
  cancel(): Promise<void>;
  releaseLock(): void;
}

/** Reads a body as text while it arrives. Owns the body's reader and is woken by a signal. */
export class TextReader {
  readonly #reader: ByteReader;
  readonly #decoder = new LineDecoder();
  readonly #stop: AbortSignal;
  readonly #cancel = (): void => {
    // The outcome is decided; that a body cannot be cancelled any more changes nothing.
    this.#reader.cancel().catch(() => {});
  };
  #buffer = new ArrayBuffer(BUFFER_SIZE);

  constructor(body: ReadableStream<Bytes>, stop: AbortSignal) {
    this.#reader = takeReader(body);
    this.#stop = stop;
    stop.addEventListener("abort", this.#cancel);
  }

  /**
   * Asks for the next bytes, which `take` turns into text. In two steps, because one promise more a
   * chunk would cost as much as the text. Ends when the signal is aborted.
   */
  read(): Promise<ReadResult> {
    return this.#reader.read(new Uint8Array(this.#buffer));
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

/** A reader that fills our own memory, where the body is a byte stream. A stubbed one is none. */
function takeReader(body: ReadableStream<Bytes>): ByteReader {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return body.getReader();
  }
}
