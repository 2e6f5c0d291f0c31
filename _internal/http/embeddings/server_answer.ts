// Copyright 2026 the Rivulet authors. MIT license.

import type {
  EmbeddingError,
  EmbeddingErrorCode,
  EmbeddingErrorDetails,
} from "../../core/embedding_error.ts";
import { eventLoopTurn } from "../../core/event_loop_turn.ts";
import { parseJson } from "../../core/json.ts";
import { readBoundedText, readChunks, whyNotJson } from "../bounded_text.ts";
import type { HttpCall } from "../http_call.ts";
import { brokenWords } from "../network_failure.ts";

/** An answer of the server whose body still has to be read. */
export interface ServerAnswer {
  readonly call: HttpCall;
  /** Makes the error `Local server … failed: <reason>`, of code `"format"` unless told otherwise. */
  fail(
    reason: string,
    details?: EmbeddingErrorDetails & { code?: EmbeddingErrorCode },
  ): EmbeddingError;
  /** Throws if the time is up, or the caller has aborted. */
  checkTime(): void;
}

/** How much is taken at once; more than a chunk of any platform. */
const SLICE = 256 * 1024;

/** Hands the body to `take`, chunk by chunk. */
export async function readAnswer(
  answer: ServerAnswer,
  take: (bytes: Uint8Array) => void,
): Promise<void> {
  const checked = (bytes: Uint8Array): void => {
    answer.checkTime();
    take(bytes);
  };
  const inSlices = async (bytes: Uint8Array): Promise<void> => {
    for (let start = 0; start < bytes.length; start += SLICE) {
      checked(bytes.subarray(start, start + SLICE));
      await eventLoopTurn();
    }
  };
  // A body that somebody has stubbed may come in one chunk.
  const takeChunk = (bytes: Uint8Array) => bytes.length > SLICE ? inSlices(bytes) : checked(bytes);
  await readChunks(answer.call, takeChunk, { broken: brokenBy(answer) });
}

/** Reads the body as text, and gives up if it is longer than `maxBytes`. */
export async function readText(answer: ServerAnswer, maxBytes: number): Promise<string> {
  return await readBoundedText(answer.call, {
    maxBytes,
    tooLong: (words) => answer.fail(words),
    broken: brokenBy(answer),
    onBytes: () => answer.checkTime(),
  });
}

/** Parses the text of an answer that must be JSON. */
export function parseAnswer(answer: ServerAnswer, text: string): unknown {
  const value = parseJson(text);
  if (value === undefined) throw answer.fail(whyNotJson(text));
  return value;
}

function brokenBy({ fail }: ServerAnswer): (cause: unknown) => EmbeddingError {
  return (cause) => fail(brokenWords(cause), { code: "network", cause });
}
