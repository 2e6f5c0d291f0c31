// Copyright 2026 the Rivulet authors. MIT license.

import type { Exchange } from "../../_shared/exchange.ts";
import { parseJson } from "../../_shared/json.ts";
import { messageOf } from "../../_shared/message_of.ts";
import type { EmbeddingError, EmbeddingErrorCode, EmbeddingErrorDetails } from "../errors.ts";

/** An answer of the server whose body still has to be read. */
export interface ServerAnswer {
  readonly exchange: Exchange;
  /** Makes the error `Local server … failed: <reason>`, of code `"format"` unless told otherwise. */
  fail(
    reason: string,
    details?: EmbeddingErrorDetails & { code?: EmbeddingErrorCode },
  ): EmbeddingError;
  /** Throws if the time is up, or the caller has aborted. */
  checkTime(): void;
}

/** The reason for JSON that is broken or breaks off. */
export const NOT_JSON = "the answer is not complete JSON";

/**
 * Hands the body to `take`, chunk by chunk. The bytes are valid during the call only: their memory
 * is used again.
 */
export async function readChunks(
  answer: ServerAnswer,
  take: (bytes: Uint8Array) => void,
): Promise<void> {
  const { exchange, fail } = answer;
  const { body, response } = exchange;
  if (body === undefined) {
    // React Native has the text of an answer, and no stream of it.
    const text = response.body === undefined ? await response.text?.() : "";
    return take(new TextEncoder().encode(text));
  }
  while (true) {
    const result = await body.read().catch((cause: unknown) => {
      throw fail(messageOf(cause), { code: "network", cause });
    });
    const bytes = body.take(result);
    if (bytes === undefined) return;
    answer.checkTime();
    take(bytes);
  }
}

/** Reads the body as text, and gives up if it is longer than `maxBytes`. */
export async function readText(answer: ServerAnswer, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let byteCount = 0;
  await readChunks(answer, (bytes) => {
    byteCount += bytes.length;
    if (byteCount > maxBytes) throw answer.fail(`the answer is longer than ${maxBytes} bytes`);
    text += decoder.decode(bytes, { stream: true });
  });
  return text + decoder.decode();
}

/** Parses the text of an answer that must be JSON. */
export function parseAnswer(answer: ServerAnswer, text: string): unknown {
  const value = parseJson(text);
  if (value === undefined) throw answer.fail(whyNotJson(text));
  return value;
}

function whyNotJson(text: string): string {
  const start = text.trimStart();
  if (start === "") return "the answer is empty";
  if (start.startsWith("<")) return "the answer is a web page, not JSON";
  return NOT_JSON;
}
