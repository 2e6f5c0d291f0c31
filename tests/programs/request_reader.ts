// Copyright 2026 the Rivulet authors. MIT license.

/** The parts of a request, as they came. */
export interface ReadRequest {
  readonly line: string;
  readonly headers: readonly string[];
  readonly body: string;
}

/** Reads one request after another from a connection. */
export class RequestReader {
  readonly #connection: Deno.Conn;
  readonly #decoder = new TextDecoder();
  #bytes: Uint8Array<ArrayBuffer> = new Uint8Array();

  constructor(connection: Deno.Conn) {
    this.#connection = connection;
  }

  /** The next request, or undefined where no whole one comes any more. */
  async read(): Promise<ReadRequest | undefined> {
    for (;;) {
      const headEnd = this.#headEnd();
      if (headEnd !== undefined) {
        const [line = "", ...headers] = this.#text(0, headEnd).split("\r\n");
        const bodyStart = headEnd + 4;
        const bodyEnd = bodyStart + lengthOf(headers);
        if (this.#bytes.length >= bodyEnd) {
          const body = this.#text(bodyStart, bodyEnd);
          this.#bytes = this.#bytes.slice(bodyEnd);
          return { line, headers, body };
        }
      }
      if (!await this.#fill()) return undefined;
    }
  }

  async #fill(): Promise<boolean> {
    const buffer = new Uint8Array(64 * 1024);
    const count = await this.#connection.read(buffer);
    if (count === null) return false;
    const bytes = new Uint8Array(this.#bytes.length + count);
    bytes.set(this.#bytes);
    bytes.set(buffer.subarray(0, count), this.#bytes.length);
    this.#bytes = bytes;
    return true;
  }

  /** Where the blank line behind the headers begins. */
  #headEnd(): number | undefined {
    const index = this.#bytes.findIndex((_, start) =>
      [13, 10, 13, 10].every((byte, offset) => this.#bytes[start + offset] === byte)
    );
    return index < 0 ? undefined : index;
  }

  #text(start: number, end: number): string {
    return this.#decoder.decode(this.#bytes.subarray(start, end));
  }
}

function lengthOf(headers: readonly string[]): number {
  const header = headers.find((line) => /^content-length:/i.test(line));
  return Number(header?.split(":")[1] ?? 0);
}
