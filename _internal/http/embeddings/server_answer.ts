// Copyright 2026 the Rivulet authors. MIT license.

import type {
  EmbeddingError,
  EmbeddingErrorCode,
  EmbeddingErrorDetails,
} from "../../core/embedding_error.ts";
import { parseJson } from "../../core/json.ts";
import { readChunks } from "../body_chunks.ts";
import { whyNotJson } from "../not_json.ts";
import { readListText } from "../list_text.ts";
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

/** Reads the body of a list of models as text, and gives up if it holds too much. */
export async function readList(answer: ServerAnswer): Promise<string> {
  return await readListText(answer.call, {
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
