// Copyright 2026 the Rivulet authors. MIT license.

/**
 * Stand-in for `@std/streams`: the functions that the tests use, with the same signatures.
 *
 * @module
 */

export async function toText(stream: ReadableStream): Promise<string> {
  return (await Array.fromAsync(stream.pipeThrough(new TextDecoderStream()))).join("");
}
