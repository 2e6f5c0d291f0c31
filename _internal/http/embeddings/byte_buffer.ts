// Copyright 2026 the Rivulet authors. MIT license.

/** Bytes that grow at the end; the memory is kept for the next use when they are cleared. */
export class ByteBuffer {
  readonly #decoder = new TextDecoder();
  #bytes = new Uint8Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(byte: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = byte;
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  clear(): void {
    this.#length = 0;
  }

  /** Whether what stands from `start` to the end is these bytes. */
  endsWith(bytes: Uint8Array, start: number): boolean {
    return this.#length - start === bytes.length &&
      bytes.every((byte, index) => byte === this.#bytes[start + index]);
  }

  text(): string {
    return this.#decoder.decode(this.#bytes.subarray(0, this.#length));
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    grown.set(this.#bytes);
    this.#bytes = grown;
  }
}
