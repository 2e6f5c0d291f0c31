// Copyright 2026 the Rivulet authors. MIT license.

/** Reads what a program writes, as far as it is wanted. */
export class TextReader {
  /** All that has been read. */
  text = "";
  readonly #reader: ReadableStreamDefaultReader<string>;

  constructor(stream: ReadableStream<Uint8Array<ArrayBuffer>>) {
    this.#reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** Reads until the text holds this. Throws where it ends without. */
  async until(wanted: string): Promise<void> {
    while (!this.text.includes(wanted)) {
      if (await this.#read()) continue;
      throw new Error(`"${wanted}" did not come, only:\n${this.text}`);
    }
  }

  /** Reads to the end and returns all. */
  async rest(): Promise<string> {
    while (await this.#read());
    return this.text;
  }

  async #read(): Promise<boolean> {
    const { done, value = "" } = await this.#reader.read();
    this.text += value;
    return !done;
  }
}
