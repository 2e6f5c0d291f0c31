// Copyright 2026 the Rivulet authors. MIT license.

import { eventLoopTurn } from "../core/event_loop_turn.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** How long reading may hold up everything else: a compressed body may be ready for minutes. */
const MAX_MS_WITHOUT_TURN = 50;

/** A look at the clock costs as much as a short read, so that it is for so many bytes… */
const BYTES_PER_LOOK = 8 * 1024;

/** …of which each read counts as some more, because what is done with it may take long. */
const BYTES_PER_READ = 128;

/** When others last had their turn: one turn serves all bodies that are being read. */
let turnedAt = -Infinity;

/** A body that somebody has stubbed may come in one chunk: no more of it is handed on at once. */
const MAX_CHUNK = 64 * 1024;

/** What a read gives: `take()` turns it into bytes. */
export type ReadResult = ReadableStreamReadResult<Bytes>;

/** What the two kinds of readers have in common; a default reader ignores the memory. */
interface ByteReader {
  read(memory: Bytes): Promise<ReadResult>;
  cancel(): Promise<void>;
  releaseLock(): void;
}

/** Reads a body chunk by chunk. Owns the body's reader. */
export class BodyReader {
  readonly #reader: ByteReader;
  #buffer: ArrayBuffer;
  #ended = false;
  /** What is left of a chunk that was too long. */
  #rest: Bytes | undefined;
  #bytesSinceLook = 0;

  constructor(stream: ReadableStream<Bytes>, bufferSize: number) {
    this.#reader = takeReader(stream);
    this.#buffer = new ArrayBuffer(bufferSize);
  }

  /** Whether the body has been read to its end. */
  get ended(): boolean {
    return this.#ended;
  }

  /**
   * Asks for the next bytes, which `take()` hands out. In two steps, because one promise more a
   * chunk would cost as much as the chunk.
   */
  read(): Promise<ReadResult> {
    const isDue = this.#rest !== undefined ||
      (this.#bytesSinceLook >= BYTES_PER_LOOK && this.#isTurnDue());
    if (isDue) return this.#readAfterTurn();
    return this.#readChunk();
  }

  /** The bytes of a read, valid until the next one; undefined at the end of the body. */
  take({ done, value }: ReadResult): Bytes | undefined {
    if (done) this.#ended = true;
    // A read takes the memory away and hands it back with the bytes. One memory for all chunks
    // saves an allocation for each.
    if (value?.buffer !== undefined) this.#buffer = value.buffer;
    const bytes = done ? undefined : this.#headOf(value);
    this.#bytesSinceLook += BYTES_PER_READ + (bytes?.length ?? 0);
    return bytes;
  }

  /** What of a chunk is handed on at once; the rest waits for the next read. */
  #headOf(chunk: Bytes): Bytes {
    if (chunk.length <= MAX_CHUNK) return chunk;
    this.#rest = chunk.subarray(MAX_CHUNK);
    return chunk.subarray(0, MAX_CHUNK);
  }

  #readChunk(): Promise<ReadResult> {
    const value = this.#rest;
    if (value === undefined) return this.#reader.read(new Uint8Array(this.#buffer));
    this.#rest = undefined;
    return Promise.resolve({ done: false, value });
  }

  /** Cancels what is left of the body, so that a waiting read ends, and frees it. */
  cancel(): void {
    this.#rest = undefined;
    // Nobody can read more of it, and to release it would make an error with a stack.
    if (this.#ended) return;
    // Not waited for: the body of a cloned response is cancelled only when its twin is as well. And
    // a body that broke has told so in a read.
    this.#reader.cancel().catch(() => {});
    this.#reader.releaseLock();
  }

  #isTurnDue(): boolean {
    this.#bytesSinceLook = 0;
    // Either way: a test may have put a clock of its own in place of the real one meanwhile.
    return Math.abs(performance.now() - turnedAt) >= MAX_MS_WITHOUT_TURN;
  }

  async #readAfterTurn(): Promise<ReadResult> {
    await eventLoopTurn();
    turnedAt = performance.now();
    return await this.#readChunk();
  }
}

/** The body of a response as a stream that nobody else reads; undefined if there is none. */
export function readableBody(body: unknown): ReadableStream<Bytes> | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if ("getReader" in body) {
    const stream = body as ReadableStream<Bytes>;
    return stream.locked ? undefined : stream;
  }
  // The body of `node-fetch` is a stream of Node's own.
  return Symbol.asyncIterator in body ? toStream(body as AsyncIterable<Bytes>) : undefined;
}

function toStream(chunks: AsyncIterable<Bytes>): ReadableStream<Bytes> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void await iterator.return?.(),
  }, { highWaterMark: 0 });
}

/** A reader that fills our own memory if the body is a byte stream. A stubbed body is not. */
function takeReader(stream: ReadableStream<Bytes>): ByteReader {
  try {
    return stream.getReader({ mode: "byob" });
  } catch {
    return stream.getReader();
  }
}
