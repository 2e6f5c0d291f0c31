// Copyright 2026 the Rivulet authors. MIT license.

/** Reads the lines that a process prints. */
export class LineReader {
  readonly #reader: ReadableStreamDefaultReader<string>;
  #held = "";

  constructor(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
    this.#reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** The next line; throws where the process has ended. */
  async next(): Promise<string> {
    while (!this.#held.includes("\n")) {
      const { done, value } = await this.#reader.read();
      if (done) throw new Error("the process ended");
      this.#held += value;
    }
    const end = this.#held.indexOf("\n");
    const line = this.#held.slice(0, end);
    this.#held = this.#held.slice(end + 1);
    return line;
  }

  async close(): Promise<void> {
    await this.#reader.cancel().catch(() => {});
  }
}
