// Copyright 2026 the Rivulet authors. MIT license.

/** How long a body is read before everything else gets a turn. */
const TURN_MS = 50;

const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

/** A body is longer, or holds more, than what was asked for can. */
export class TooLongError extends Error {
  override readonly name = "TooLongError";
}

/** How much a body may hold. */
interface Bounds {
  readonly limitBytes: number;
  /** How many objects, lists and values, where it is JSON: parsing them takes the time. */
  readonly limitParts: number;
  readonly signal?: AbortSignal | null | undefined;
}

/**
 * The text of a body of at most this many bytes, however small they were packed. Rejects with a
 * TooLongError where there are more, and closes the body then.
 */
export async function readBoundedText(
  { body }: Response,
  { limitBytes, limitParts, signal }: Bounds,
): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let left = limitBytes;
  let partsLeft = limitParts;
  let turnAt = performance.now() + TURN_MS;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return parts.join("") + decoder.decode();
      left -= value.length;
      if (left < 0) throw new TooLongError(`The answer is longer than ${limitBytes} bytes`);
      partsLeft -= partsIn(value);
      if (partsLeft < 0) throw new TooLongError(`The answer holds more than ${limitParts} values`);
      parts.push(decoder.decode(value, { stream: true }));
      if (performance.now() < turnAt) continue;
      // Reads that are ready leave no room for timers, and an abort would not be seen.
      await new Promise((resolve) => setTimeout(resolve));
      signal?.throwIfAborted();
      turnAt = performance.now() + TURN_MS;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function partsIn(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) {
    if (byte === COMMA || byte === OPEN_BRACE || byte === OPEN_BRACKET) count++;
  }
  return count;
}
