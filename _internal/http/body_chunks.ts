// Copyright 2026 the Rivulet authors. MIT license.

import { eventLoopTurn } from "../core/event_loop_turn.ts";
import type { HttpCall } from "./http_call.ts";

/** How a body is read, and the errors of what may go wrong. */
export interface ReadOptions {
  /** The error of a connection that breaks. */
  readonly broken: (cause: unknown) => Error;
}

/**
 * Hands the body of a call to `take`, chunk by chunk. The bytes are valid until `take` is done with
 * them: their memory is used again.
 */
export async function readChunks(
  { body, response }: HttpCall,
  take: (bytes: Uint8Array) => void,
  { broken }: ReadOptions,
): Promise<void> {
  if (body === undefined) {
    // React Native has the text of an answer, and no stream of it.
    const text = response.body === undefined ? await response.text?.() : "";
    return await takeInTurns(new TextEncoder().encode(text), take);
  }
  while (true) {
    const result = await body.read().catch((cause: unknown) => {
      throw broken(cause);
    });
    const bytes = body.take(result);
    if (bytes === undefined) return;
    take(bytes);
  }
}

/** How much of a text is taken before others have their turn. */
const MAX_TAKEN = 256 * 1024;

async function takeInTurns(text: Uint8Array, take: (bytes: Uint8Array) => void): Promise<void> {
  for (let start = 0; start < text.length; start += MAX_TAKEN) {
    if (start > 0) await eventLoopTurn();
    take(text.subarray(start, start + MAX_TAKEN));
  }
}
