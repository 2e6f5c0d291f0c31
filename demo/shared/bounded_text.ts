// Copyright 2026 the Rivulet authors. MIT license.

/** How long a body is read before everything else gets a turn. */
const TURN_MS = 50;

/** A body is longer than what was asked for can be. */
export class TooLongError extends Error {
  override readonly name = "TooLongError";
}

/**
 * The text of a body of at most this many bytes, however small they were packed. Rejects with a
 * TooLongError where there are more, and closes the body then.
 */
export async function readBoundedText(
  { body }: Response,
  { limitBytes, signal }: { limitBytes: number; signal?: AbortSignal | null | undefined },
): Promise<string> {
  if (body === null) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const parts: string[] = [];
  let left = limitBytes;
  let turnAt = performance.now() + TURN_MS;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return parts.join("") + decoder.decode();
      left -= value.length;
      if (left < 0) throw new TooLongError(`The answer is longer than ${limitBytes} bytes`);
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
