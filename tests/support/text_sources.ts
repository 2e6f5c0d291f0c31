// Copyright 2026 the Rivulet authors. MIT license.

// Texts to embed, and what reads their batches, for the tests of `embedMany()`.

import { afterProbe, answerLikeOllama, isProbe } from "./embedding_server.ts";
import type { Handler, SeenRequest } from "./stub_server.ts";

export const TEXTS = ["a", "bb", "ccc", "dddd", "eeeee"];

/** A source that tells what becomes of it. */
export function watched(
  texts: unknown[],
  failure?: Error,
): { state: { taken: number; closed: boolean }; source: AsyncGenerator<string> } {
  const state = { taken: 0, closed: false };
  async function* source(): AsyncGenerator<string> {
    try {
      for (const text of texts) {
        state.taken++;
        yield text as string;
      }
      if (failure) throw failure;
    } finally {
      state.closed = true;
    }
  }
  return { state, source: source() };
}

/** A source that fails when it is closed. */
export function* careless(failure: Error): Generator<string> {
  try {
    yield* TEXTS;
  } finally {
    // deno-lint-ignore no-unsafe-finally -- the very carelessness
    throw failure;
  }
}

/** A source that gives some texts and then neither gives another one nor closes. */
export function stuck(
  ...texts: string[]
): { state: { closed: boolean }; source: AsyncIterable<string> } {
  const never = () => new Promise<never>(() => {});
  const state = { closed: false };
  const source: AsyncIterableIterator<string> = {
    next: async () => texts.length > 0 ? { value: texts.shift()! } : await never(),
    return: () => {
      state.closed = true;
      return never();
    },
    [Symbol.asyncIterator]: () => source,
  };
  return { state, source };
}

/** Reads until something is thrown, and gives the batches with the error. */
export async function readAll(
  batches: AsyncIterable<Float32Array[]>,
): Promise<{ read: Float32Array[][]; error?: Error }> {
  const read: Float32Array[][] = [];
  try {
    for await (const batch of batches) read.push(batch);
    return { read };
  } catch (error) {
    return { read, error: error as Error };
  }
}

/** All that could run has run: the batch ahead is asked for, or ready. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** The texts of each batch that was asked for. */
export function inputs(requests: SeenRequest[]): unknown[] {
  return requests.filter((request) => !isProbe(request)).map(({ body }) => body.input);
}

/** Answers like Ollama, but the batch that begins with a text as `handler` does. */
export function except(text: string, handler: Handler): Handler {
  return afterProbe((request) =>
    request.body.input?.[0] === text ? handler(request) : answerLikeOllama(request)
  );
}
