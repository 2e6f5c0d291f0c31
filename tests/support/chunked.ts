// Copyright 2026 the Rivulet authors. MIT license.

/** A body that hands on one chunk after another; a byte stream where it is to be of that type. */
export function chunked(
  chunks: Iterable<Uint8Array<ArrayBuffer>>,
  type?: "bytes",
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = chunks[Symbol.iterator]();
  return new ReadableStream({
    // deno-lint-ignore no-explicit-any -- the type of a byte stream is a separate overload
    type: type as any,
    pull(controller) {
      const { done, value } = iterator.next();
      // A byte stream takes away the memory of what it is given.
      if (!done) return controller.enqueue(value.slice());
      controller.close();
      // A reader that waits with its own buffer hears of the end only by getting it back.
      (controller as unknown as ReadableByteStreamController).byobRequest?.respond(0);
    },
  });
}
