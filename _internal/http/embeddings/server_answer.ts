// Copyright 2026 the Rivulet authors. MIT license.

import type {
  EmbeddingError,
  EmbeddingErrorCode,
  EmbeddingErrorDetails,
} from "../../core/embedding_error.ts";
import { parseJson } from "../../core/json.ts";
import { readChunks } from "../body_chunks.ts";
import { whyNotJson } from "../not_json.ts";
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

/** Hands the body to `take`, chunk by chunk. */
export async function readAnswer(
  answer: ServerAnswer,
  take: (bytes: Uint8Array) => void,
): Promise<void> {
  const takeInTime = (bytes: Uint8Array): void => {
    answer.checkTime();
    take(bytes);
  };
  await readChunks(answer.call, takeInTime, { broken: brokenBy(answer) });
}

/** Parses the text of an answer that must be JSON. */
export function parseAnswer(answer: ServerAnswer, text: string): unknown {
  const value = parseJson(text);
  if (value === undefined) throw answer.fail(whyNotJson(text));
  return value;
}

/** Makes the error of a connection that breaks. */
export function brokenBy({ fail }: ServerAnswer): (cause: unknown) => EmbeddingError {
  return (cause) => fail(brokenWords(cause), { code: "network", cause });
}
