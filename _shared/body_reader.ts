// Copyright 2026 the Rivulet authors. MIT license.

type Bytes = Uint8Array<ArrayBuffer>;

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
    return this.#reader.read(new Uint8Array(this.#buffer));
  }

  /** The bytes of a read, valid until the next one; undefined at the end of the body. */
  take({ done, value }: ReadResult): Bytes | undefined {
    if (done) this.#ended = true;
    // A read takes the memory away and hands it back with the bytes. One memory for all chunks
    // saves an allocation for each.
    if (value?.buffer !== undefined) this.#buffer = value.buffer;
    return done ? undefined : value;
  }

  /** Cancels what is left of the body, so that a waiting read ends, and frees it. */
  cancel(): void {
    // Not waited for: the body of a cloned response is cancelled only when its twin is as well. And
    // a body that broke has told so in a read.
    this.#reader.cancel().catch(() => {});
    this.#reader.releaseLock();
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

/** A reader that fills our own memory if the body is a byte stream. A stubbed one is none. */
function takeReader(stream: ReadableStream<Bytes>): ByteReader {
  try {
    return stream.getReader({ mode: "byob" });
  } catch {
    return stream.getReader();
  }
}
